import { mailboxOf } from '@fynbos/core/accounts/mailbox.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import type { OrderTables } from '../../schema/order-tables.ts';

export type OrderNote = Pick<Selectable<OrderTables['order_note']>, 'note' | 'created_at'>;
export type BlockedMailbox = Selectable<OrderTables['blocked_mailbox']>;

export async function insertOrderNote(db: Db, orderId: number, note: OrderNote): Promise<void> {
  await db
    .insertInto('order_note')
    .values({ order_id: orderId, ...note })
    .execute();
}

/** The owner's notes about an order, oldest first. */
export function readOrderNotes(db: Db, orderId: number): Promise<OrderNote[]> {
  return db
    .selectFrom('order_note')
    .select(['note', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** Whether no order is accepted from one of these addresses, however they are written. */
export async function isBlocked(db: Db, emails: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`/* prepared: blocked mailbox */ select exists (
    select from blocked_mailbox where mailbox = any(${emails.map(mailboxOf)}::text[])) as blocked`.execute(
    db,
  );
  return onlyRow(rows).blocked;
}

/** Blocks the mailbox of an address, or changes the reason. */
export async function blockMailbox(
  db: Db,
  email: string,
  { reason, created_at }: Omit<BlockedMailbox, 'mailbox'>,
): Promise<void> {
  await db
    .insertInto('blocked_mailbox')
    .values({ mailbox: mailboxOf(email), reason, created_at })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ reason }))
    .execute();
}

/** @returns whether it was blocked */
export async function unblockMailbox(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_mailbox')
    .where('mailbox', '=', mailboxOf(email))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The blocked mailboxes, the latest first. */
export function readBlockedMailboxes(db: Db): Promise<BlockedMailbox[]> {
  return db
    .selectFrom('blocked_mailbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('mailbox')
    .execute();
}
