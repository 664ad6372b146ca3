import { decisive, type Payment, type Transaction } from '../payment.ts';
import type { Desk, SandboxContext } from '../provider-simulator.ts';
import type { HookOptions, SignedHook } from './signed-hook.ts';

export const badHookKinds = [
  'again',
  'replay',
  'forged',
  'altered',
  'stale',
  'other_merchant',
  'wrong_mode',
  'oversize',
  'two_finals',
] as const;
export type BadHookKind = (typeof badHookKinds)[number];

const day = 86_400_000;
/** Above any reasonable size limit. */
const oversize = 400 * 1024;

/**
 * Web-hooks that must change nothing, or nothing more.
 * @returns none when the provider has no web-hooks
 */
export function badHooks(
  context: SandboxContext,
  desk: Desk,
  payment: Payment,
  kind: BadHookKind,
): SignedHook[] {
  const about: HookOptions['about'] =
    decisive(payment) ?? (desk.agreesOnly && payment.agreed ? 'agreement' : claim(context, desk, payment));
  const signed = (options: Omit<HookOptions, 'about'>, subject = about) =>
    desk.sign(payment, { about: subject, ...options });
  const history = context.hooks.genuineHooks(payment);
  const hooks: Record<BadHookKind, () => (SignedHook | undefined)[]> = {
    again: () => [history?.last ?? signed({})],
    replay: () => [history?.first ?? signed({})],
    forged: () => [signed({ key: 'random' }, claim(context, desk, payment))],
    altered: () => [altered(signed({}))],
    stale: () => [signed({ ageMs: 40 * day })],
    other_merchant: () => [signed({ key: 'other' }, claim(context, desk, payment))],
    wrong_mode: () => [signed({ live: true }, claim(context, desk, payment))],
    oversize: () => [signed({ padding: oversize })],
    two_finals: () => {
      const paid = claim(context, desk, payment);
      return [signed({}, paid), signed({}, { ...paid, verdict: 'declined' })];
    },
  };
  return hooks[kind]().filter((hook) => hook !== undefined);
}

/** A transaction that claims the payment was paid. */
function claim(context: SandboxContext, desk: Desk, payment: Payment): Transaction {
  const { cents, currency } = payment;
  const id = payment.transactions.at(-1)?.id ?? desk.transactionId(payment);
  return { id, cents, currency, verdict: 'paid', at: context.clock.now() };
}

/** Changes one digit of the body, as tampering in transit would. */
function altered(hook: SignedHook | undefined): SignedHook | undefined {
  return hook && { ...hook, body: hook.body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) };
}
