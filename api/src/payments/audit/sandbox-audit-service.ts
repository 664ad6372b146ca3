import { type ProviderCode, providerCodes } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import { inOneMoment, many, ordersWithMoney, type Proof } from '../../orders/audit/order-audit-service.ts';
import { shortLength } from '../records/attempt-store.ts';
import { type AuditedEntry, readAuditedEntries, readGoingBack, readShorts } from './payment-audit-store.ts';

/** A movement in the sandbox's ledger; negative for a returned refund and for a dispute that the shop won. */
interface SandboxMovement {
  provider: ProviderCode;
  kind: 'payment' | 'refund' | 'dispute';
  reference: string;
  transactionId: string;
  cents: number;
  currency: string;
  at: string;
}

/** A recent payment need not be booked yet. */
const gracePeriodMs = 10 * 60_000;
const deadlineMs = 5_000;

/**
 * Compares the shop's ledger with that of the payment sandbox, movement by movement (reliability I3). The
 * shop's ledger is read first, so everything in it must be in the sandbox.
 * @param played the providers that the sandbox simulates for this shop; other providers have their own
 * ledgers
 */
export async function auditSandbox(
  db: Db,
  url: string,
  played: readonly ProviderCode[],
  now: Date,
): Promise<Proof> {
  const shopLedger = await inOneMoment(db, async (snapshot) => ({
    entries: (await readAuditedEntries(snapshot)).filter(({ provider }) => played.includes(provider)),
    shorts: await readShorts(snapshot),
    goingBack: await readGoingBack(snapshot),
    numbers: new Map((await ordersWithMoney(snapshot, providerCodes)).map(({ id, number }) => [id, number])),
  }));
  const movements = await readLedger(url);
  if (!movements)
    return {
      invariant: 'I3',
      holds: `not compared with the payment sandbox: no response from ${url}`,
      violations: [],
    };
  const orderLabel = (orderId: number | undefined) =>
    `order ${orderId === undefined ? '?' : (shopLedger.numbers.get(orderId) ?? orderId)}`;
  const shortOf = ({ reference }: SandboxMovement) => reference.slice(0, shortLength);
  const relevant = withNetDisputes(movements).filter(
    (movement) => played.includes(movement.provider) && shopLedger.shorts.has(shortOf(movement)),
  );
  const mayBePending = (movement: SandboxMovement) =>
    new Date(movement.at).getTime() > now.getTime() - gracePeriodMs ||
    (movement.kind === 'refund' && shopLedger.goingBack.has(shortOf(movement)));
  const booked = new Map(shopLedger.entries.map((entry) => [nameOf(entry), entry]));
  const sandboxNames = new Map(relevant.map((movement) => [nameOfMovement(movement), movement]));
  const violations = [
    ...relevant.flatMap((movement) => {
      const entry = booked.get(nameOfMovement(movement));
      const order = orderLabel(shopLedger.shorts.get(shortOf(movement)));
      const description = `${movement.provider} ${movement.kind} ${movement.transactionId} of ${Math.abs(movement.cents)} ${movement.currency}`;
      if (!entry)
        return mayBePending(movement)
          ? []
          : [`${order}: ${description} is in the sandbox’s ledger and not in ours`];
      const isSame =
        entry.charge_cents === Math.abs(movement.cents) && entry.charge_currency === movement.currency;
      return isSame
        ? []
        : [`${order}: ${description} is ${entry.charge_cents} ${entry.charge_currency} in our ledger`];
    }),
    ...shopLedger.entries
      .filter((entry) => !entry.byHand && !sandboxNames.has(nameOf(entry)))
      .map(
        (entry) =>
          `${orderLabel(entry.order_id)}: ${entry.provider} ${entry.kind} ${entry.transaction_id} is in our ledger and not in the sandbox’s`,
      ),
  ];
  return {
    invariant: 'I3',
    holds: `${many(shopLedger.entries.length, 'movement')}, as the payment sandbox has them`,
    violations,
  };
}

/** The movements with one for each dispute whose money did not come back. */
function withNetDisputes(movements: readonly SandboxMovement[]): SandboxMovement[] {
  const disputes = new Map<string, SandboxMovement>();
  for (const movement of movements.filter(({ kind }) => kind === 'dispute')) {
    const name = nameOfMovement({ ...movement, cents: 0 });
    disputes.set(name, { ...movement, cents: movement.cents + (disputes.get(name)?.cents ?? 0) });
  }
  const open = [...disputes.values()].filter(({ cents }) => cents > 0);
  return [...movements.filter(({ kind }) => kind !== 'dispute'), ...open];
}

const kinds = {
  ...{ capture: 'payment', refund: 'refund', refund_returned: 'returned' },
  dispute: 'dispute',
} as const;
const nameOf = ({ provider, kind, transaction_id }: AuditedEntry) =>
  `${provider} ${kinds[kind]} ${transaction_id}`;
const nameOfMovement = ({ provider, kind, transactionId, cents }: SandboxMovement) =>
  `${provider} ${cents < 0 ? 'returned' : kind} ${transactionId}`;

async function readLedger(url: string): Promise<SandboxMovement[] | undefined> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(`${url}/_sandbox/ledger`, { signal, redirect: 'error' });
    // The sandbox is part of this project and responds with this type.
    return response.ok ? ((await response.json()) as { entries: SandboxMovement[] }).entries : undefined;
  } catch {
    return undefined;
  }
}
