import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import type { LedgerLine } from '../../testing/sandbox-controls.ts';

/** What the shop's books say otherwise than those of the providers, a sentence each; nothing where both are equal. */
export async function differencesOf(db: Db, ledger: readonly LedgerLine[]): Promise<string[]> {
  const entries = await db.selectFrom('money_entry').selectAll().execute();
  const ours = entries.map((entry) => {
    const sign = entry.kind === 'refund_returned' ? -1 : 1;
    const kind = entry.kind === 'capture' ? 'payment' : 'refund';
    const { provider, transaction_id, charge_cents, charge_currency } = entry;
    return `${provider} ${kind} ${transaction_id} ${sign * charge_cents} ${charge_currency}`;
  });
  const theirs = ledger.map(
    ({ provider, kind, transactionId, cents, currency }) =>
      `${provider} ${kind} ${transactionId} ${cents} ${currency}`,
  );
  return [
    ...without(theirs, ours).map((line) => `only the provider: ${line}`),
    ...without(ours, theirs).map((line) => `only the shop: ${line}`),
  ];
}

/** What is left of some when each of others takes one away. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of others) counts.set(one, (counts.get(one) ?? 0) + 1);
  return some.filter((one) => {
    const count = counts.get(one) ?? 0;
    if (count > 0) counts.set(one, count - 1);
    return count === 0;
  });
}

/** How many orders are in each state. */
export async function countOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('sales_order')
    .select(['state', (of) => of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Orders that wait, or were placed, but not once: placed, charged in whole and confirmed. */
export async function notOnce(db: Db): Promise<string[]> {
  const { rows } = await sql<Counted>`select number, state, captured_cents = grand_total_cents as whole,
    (select count(*) from order_event where order_id = o.id and order_event.state = 'placed') as placed,
    (select count(*) from money_entry where order_id = o.id and kind = 'capture') as charged,
    (select count(*) from mail_about where mail_about.number = o.number and template = 'orderConfirmation') as confirmed
    from sales_order as o order by id`.execute(db);
  return rows
    .filter(({ state, whole, placed, charged, confirmed }) => {
      const times = state === 'placed' ? 1 : 0;
      return whole !== (times === 1) || [placed, charged, confirmed].some((count) => count !== times);
    })
    .map((row) => JSON.stringify(row));
}

interface Counted {
  number: string;
  state: string;
  whole: boolean;
  placed: number;
  charged: number;
  confirmed: number;
}
