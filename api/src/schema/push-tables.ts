import type { ColumnType, Generated } from 'kysely';

type At = ColumnType<Date, Date | undefined, Date>;

/** The tables of push messages (api/migrations/013-push.sql). */
export interface PushTables {
  push_subscription: {
    id: Generated<number>;
    endpoint: string;
    p256dh: string;
    auth: string;
    locale: string;
    customer_id: number | null;
    session_id: string | null;
    created_at: At;
  };
  push_order: { order_id: string; subscription_id: number; created_at: At };
  push_message: {
    id: Generated<number>;
    subscription_id: number;
    topic: string;
    body: string;
    created_at: At;
    attempt_no: Generated<number>;
    failure: Generated<string>;
    next_try_at: At;
  };
}
