import { sql } from 'kysely';
import { idleMs } from '../customers/token-lifetimes.ts';

/** Subquery for the ids of a customer's live sessions. */
export const readLiveSessionIds = (customerId: number | null) =>
  sql`select id from customer_session where customer_id = ${customerId}::integer and ended_at is null
    and ends_at > now() and used_at > now() - make_interval(secs => ${idleMs / 1000}::float8)`;
