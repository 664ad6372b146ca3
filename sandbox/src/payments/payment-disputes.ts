import { decisive, isCharged, leftOf, type Payment } from './payment.ts';
import { type Desk, type SandboxContext, sendHooks } from './provider-simulator.ts';

export const disputeSteps = ['open', 'update', 'win', 'lose'] as const;
export type DisputeStep = (typeof disputeSteps)[number];

/**
 * Opens a dispute of a paid payment, reports it again, or decides the newest one.
 * @param cents the disputed amount; the whole payment if left out
 * @returns the id of the dispute; undefined if there is nothing to dispute or to decide
 */
export function dispute(
  context: SandboxContext,
  desk: Desk,
  payment: Payment,
  { step, cents }: { step: DisputeStep; cents: number | undefined },
): string | undefined {
  const now = context.clock.now();
  if (step === 'open') {
    const transaction = decisive(payment);
    if (!desk.disputeId || !transaction || !isCharged(transaction)) return undefined;
    const disputed = cents ?? transaction.cents;
    const opened = {
      ...{ id: desk.disputeId(), transactionId: transaction.id, at: now, state: 'open' as const },
      ...{ cents: disputed, currency: transaction.currency },
      // A provider returns no more to a shopper than the payment and its refunds leave.
      withdrawn: Math.max(0, Math.min(disputed, leftOf(payment, transaction, now))),
    };
    payment.disputes = [...(payment.disputes ?? []), opened];
    context.ledger.write(payment);
    sendHooks(context, desk, payment, { dispute: opened, event: 'opened' });
    return opened.id;
  }
  const newest = payment.disputes?.at(-1);
  if (!newest) return undefined;
  if (step !== 'update') {
    newest.state = step === 'win' ? 'won' : 'lost';
    newest.decided = { at: now, id: desk.transactionId(payment) };
  }
  context.ledger.write(payment);
  sendHooks(context, desk, payment, { dispute: newest, event: step === 'update' ? 'updated' : 'decided' });
  return newest.id;
}
