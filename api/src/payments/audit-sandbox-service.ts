import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../db.ts';
import { inOneMoment, many, ordersWithMoney, type Proof } from '../orders/audit-service.ts';
import { type AuditedEntry, readAuditedEntries, readGoingBack, readShorts } from './audit-store.ts';
import { shortLength } from './store.ts';

/** A line of what shoppers really paid and got back; below zero for a refund that came back. */
interface Line {
  provider: ProviderCode;
  kind: 'payment' | 'refund';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
  at: string;
}

/** What was paid a moment ago need not be heard of yet. */
const patienceMs = 10 * 60_000;
const deadlineMs = 5_000;

/**
 * Compares our books with those of the payment sandbox, movement by movement (reliability I3). Ours are read first: what
 * we have it must have had.
 *
 * @param played the providers it plays for this shop; the others have books of their own
 */
export async function auditSandbox(
  db: Db,
  url: string,
  played: readonly ProviderCode[],
  now: Date,
): Promise<Proof> {
  const ours = await inOneMoment(db, async (snapshot) => ({
    entries: (await readAuditedEntries(snapshot)).filter(({ provider }) => played.includes(provider)),
    shorts: await readShorts(snapshot),
    goingBack: await readGoingBack(snapshot),
    numbers: new Map((await ordersWithMoney(snapshot, providerCodes)).map(({ id, number }) => [id, number])),
  }));
  const lines = await readLedger(url);
  if (!lines)
    return {
      invariant: 'I3',
      holds: `not compared with the payment sandbox: nobody answers at ${url}`,
      faults: [],
    };
  const said = (orderId: number | undefined) =>
    `order ${orderId === undefined ? '?' : (ours.numbers.get(orderId) ?? orderId)}`;
  const letters = ({ reference }: Line) => reference.slice(0, shortLength);
  const theirs = lines.filter((line) => played.includes(line.provider) && ours.shorts.has(letters(line)));
  const mayBeNews = (line: Line) =>
    new Date(line.at).getTime() > now.getTime() - patienceMs ||
    (line.kind === 'refund' && ours.goingBack.has(letters(line)));
  const booked = new Map(ours.entries.map((entry) => [nameOf(entry), entry]));
  const there = new Map(theirs.map((line) => [nameOfLine(line), line]));
  const faults = [
    ...theirs.flatMap((line) => {
      const entry = booked.get(nameOfLine(line));
      const order = said(ours.shorts.get(letters(line)));
      const what = `${line.provider} ${line.kind} ${line.transactionId} of ${Math.abs(line.cents)} ${line.currency}`;
      if (!entry)
        return mayBeNews(line) ? [] : [`${order}: ${what} is in the sandbox’s books and not in ours`];
      const isSame = entry.charge_cents === Math.abs(line.cents) && entry.charge_currency === line.currency;
      return isSame
        ? []
        : [`${order}: ${what} is ${entry.charge_cents} ${entry.charge_currency} in our books`];
    }),
    ...ours.entries
      .filter((entry) => !entry.byHand && !there.has(nameOf(entry)))
      .map(
        (entry) =>
          `${said(entry.order_id)}: ${entry.provider} ${entry.kind} ${entry.transaction_id} is in our books and not in the sandbox’s`,
      ),
  ];
  return {
    invariant: 'I3',
    holds: `${many(ours.entries.length, 'movement')}, as the payment sandbox has them`,
    faults,
  };
}

const kinds = { capture: 'payment', refund: 'refund', refund_returned: 'returned' } as const;
const nameOf = ({ provider, kind, transaction_id }: AuditedEntry) =>
  `${provider} ${kinds[kind]} ${transaction_id}`;
const nameOfLine = ({ provider, kind, transactionId, cents }: Line) =>
  `${provider} ${cents < 0 ? 'returned' : kind} ${transactionId}`;

async function readLedger(url: string): Promise<Line[] | undefined> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const answer = await fetch(`${url}/_sandbox/ledger`, { signal, redirect: 'error' });
    return answer.ok ? ((await answer.json()) as { entries: Line[] }).entries : undefined;
  } catch {
    return undefined;
  }
}
