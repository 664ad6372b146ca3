import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import { sql } from 'kysely';
import {
  announceChange,
  catalogueChannel,
  changeMessages,
} from '../../catalogue/documents/catalogue-events.ts';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { mailChannel } from '../../platform/mail/mail-store.ts';

/** A committed order, and the products whose stock it took. */
export interface CommittedOrder {
  id: number;
  products: readonly number[];
}

/**
 * Announces the changed stock and the mails of committed orders to every process. The orders are announced
 * exactly when their rows are deleted.
 */
export async function announceOrders(db: Db, orders: readonly CommittedOrder[]): Promise<void> {
  const changes = changeMessages([...new Set(orders.flatMap(({ products }) => products))]);
  const channels = [...changes.map(() => catalogueChannel), mailChannel];
  await sql`/* prepared: announce orders */ with announced as (
    delete from unannounced_order where order_id = any(${orders.map(({ id }) => id)}::bigint[])
  ) select pg_notify(channel, message)
    from unnest(${channels}::text[], ${[...changes, '']}::text[]) as row (channel, message)`.execute(db);
}

/**
 * Announces the orders that no process announced for so long, because the one that placed them ended.
 * @returns their number
 */
export async function announceOverdueOrders(db: Db, seconds: number): Promise<number> {
  const overdue = sql`unannounced_order where created_at < now() - make_interval(secs => ${seconds}::float8)`;
  const { rows } = await sql<{ any: boolean }>`/* prepared: overdue announcements */
    select exists (select from ${overdue}) as any`.execute(db);
  if (!onlyRow(rows).any) return 0;
  return db.transaction().execute(async (trx) => {
    const { rows: announced } = await sql<{ products: number[] }>`with announced as (
      delete from ${overdue} returning order_id
    ) select array(select product_id from order_stock where order_stock.order_id = announced.order_id) as products
      from announced`.execute(trx);
    await announceChange(trx, [...new Set(announced.flatMap(({ products }) => products))]);
    return announced.length;
  });
}

/** A state that an order reached. */
export interface ReachedState<State extends OrderState = OrderState> {
  id: number;
  number: string;
  state: State;
  occurred_at: Date;
}

/** The id of the last event before an instant; 0 if there is none. */
export async function lastEventBefore(db: Db, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from order_event where occurred_at < ${at}
    order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The events after this one in which an order reached one of these states, oldest first. */
export async function readReached<State extends OrderState>(
  db: Db,
  states: readonly State[],
  { after, except, limit }: { after: number; except: readonly number[]; limit: number },
): Promise<ReachedState<State>[]> {
  const { rows } = await sql<ReachedState<State>>`/* prepared: reached states */
    select order_event.id, number, order_event.state, occurred_at
    from order_event join sales_order on sales_order.id = order_event.order_id
    where order_event.id > ${after} and order_event.id <> all(${[...except]}::bigint[])
      and order_event.state = any(${[...states]}::text[])
    order by order_event.id limit ${limit}`.execute(db);
  return rows;
}
