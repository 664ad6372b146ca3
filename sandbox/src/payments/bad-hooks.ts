import type { Desk, HookWish, SignedHook, Till } from './desk.ts';
import { decisive, type Payment, type Transaction } from './payment.ts';

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
/** More than anybody should read. */
const oversize = 400 * 1024;

/** Web-hooks that ought to change nothing, or nothing more. @returns none where the provider knows no web-hooks */
export function badHooks(till: Till, desk: Desk, payment: Payment, kind: BadHookKind): SignedHook[] {
  const about: HookWish['about'] =
    decisive(payment) ?? (desk.agreesOnly && payment.agreed ? 'agreement' : claim(till, desk, payment));
  const signed = (wish: Omit<HookWish, 'about'>, what = about) =>
    desk.sign(payment, { about: what, ...wish });
  const told = till.hooks.told(payment);
  const hooks: Record<BadHookKind, () => (SignedHook | undefined)[]> = {
    again: () => [told?.last ?? signed({})],
    replay: () => [told?.first ?? signed({})],
    forged: () => [signed({ key: 'random' }, claim(till, desk, payment))],
    altered: () => [altered(signed({}))],
    stale: () => [signed({ ageMs: 40 * day })],
    other_merchant: () => [signed({ key: 'other' }, claim(till, desk, payment))],
    wrong_mode: () => [signed({ live: true }, claim(till, desk, payment))],
    oversize: () => [signed({ padding: oversize })],
    two_finals: () => {
      const paid = claim(till, desk, payment);
      return [signed({}, paid), signed({}, { ...paid, verdict: 'declined' })];
    },
  };
  return hooks[kind]().filter((hook) => hook !== undefined);
}

/** That it was paid, whether or not it was. */
function claim(till: Till, desk: Desk, payment: Payment): Transaction {
  const { cents, currency } = payment;
  const id = payment.transactions.at(-1)?.id ?? desk.transactionId(payment);
  return { id, cents, currency, verdict: 'paid', at: till.clock.now() };
}

/** A digit became another one on the way. */
function altered(hook: SignedHook | undefined): SignedHook | undefined {
  return hook && { ...hook, body: hook.body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) };
}
