import type { Db } from '@fynbos/api/db.ts';
import { sql } from 'kysely';
import type { SandboxLedgerEntry } from './sandbox-controls.ts';

/** Compares the shop's ledger with the providers' and returns one sentence per difference. */
export async function differencesOf(db: Db, ledger: readonly SandboxLedgerEntry[]): Promise<string[]> {
  const entries = await db.selectFrom('money_entry').selectAll().execute();
  const shopMovements = entries.map((entry) => {
    const sign = entry.kind === 'refund_returned' ? -1 : 1;
    const kind = entry.kind === 'capture' ? 'payment' : 'refund';
    const { provider, transaction_id, charge_cents, charge_currency } = entry;
    return `${provider} ${kind} ${transaction_id} ${sign * charge_cents} ${charge_currency}`;
  });
  const disputes = await db
    .selectFrom('payment_dispute')
    .selectAll()
    .where('withdrawn_cents', '>', 0)
    .execute();
  const disputed = disputes.map(
    ({ provider, dispute_id, withdrawn_cents, charge_currency }) =>
      `${provider} dispute ${dispute_id} ${withdrawn_cents} ${charge_currency}`,
  );
  const providerMovements = netDisputes(ledger).map(
    ({ provider, kind, transactionId, cents, currency }) =>
      `${provider} ${kind} ${transactionId} ${cents} ${currency}`,
  );
  const all = [...shopMovements, ...disputed];
  return [
    ...without(providerMovements, all).map((movement) => `only the provider: ${movement}`),
    ...without(all, providerMovements).map((movement) => `only the shop: ${movement}`),
  ];
}

/** The ledger with one entry for each dispute whose money did not come back. */
function netDisputes(ledger: readonly SandboxLedgerEntry[]): SandboxLedgerEntry[] {
  const isDispute = ({ kind }: SandboxLedgerEntry) => kind === 'dispute';
  const disputes = new Map<string, SandboxLedgerEntry>();
  for (const entry of ledger.filter(isDispute)) {
    const before = disputes.get(entry.transactionId)?.cents ?? 0;
    disputes.set(entry.transactionId, { ...entry, cents: before + entry.cents });
  }
  return [
    ...ledger.filter((entry) => !isDispute(entry)),
    ...[...disputes.values()].filter(({ cents }) => cents > 0),
  ];
}

/** Multiset difference: each removed item cancels one equal item. */
function without(items: readonly string[], removed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of removed) counts.set(item, (counts.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(item) ?? 0;
    if (count > 0) counts.set(item, count - 1);
    return count === 0;
  });
}

/** Counts orders by state. */
export async function countOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('sales_order')
    .select(['state', (of) => of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/**
 * Returns orders that were not placed, fully charged and confirmed exactly once, or that have traces of it
 * while not placed.
 */
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
