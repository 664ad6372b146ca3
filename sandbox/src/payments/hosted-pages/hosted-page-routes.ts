import { type Call, formOf, type Route, type SandboxResponse } from '../http-exchange.ts';
import { decisive, isCharged, isExpired, type Payment } from '../payment.ts';
import { perform } from '../payment-actions.ts';
import { type Act, acts, type Desk, type ReturnOutcome, type SandboxContext } from '../provider-simulator.ts';
import { payPage, returnResponse, wordPage } from './hosted-page.ts';

interface Options {
  context: SandboxContext;
  /** A getter, because the desk is created after its routes. */
  desk: () => Desk;
  path: RegExp;
  find(call: Call): Payment | undefined;
}

/** The hosted payment page and the actions of its buttons. */
export function hostedRoutes({ context, desk, path, find }: Options): Route[] {
  return [
    {
      method: 'GET',
      path,
      on: 'page',
      handle(call) {
        const payment = find(call);
        if (!payment) return missing();
        if (isOver(context, payment)) return over(desk(), payment);
        if (!payment.begun) {
          payment.begun = true;
          context.ledger.write(payment);
        }
        return payPage(desk().title, payment, desk().acts);
      },
    },
    {
      method: 'POST',
      path,
      on: 'page',
      handle(call) {
        const payment = find(call);
        return payment ? press(context, desk(), payment, formOf(call).get('act') ?? '') : missing();
      },
    },
  ];
}

/** Handles a pressed button. The page may have been open since before the payment was decided. */
export function press(context: SandboxContext, desk: Desk, payment: Payment, name: string): SandboxResponse {
  const act = acts.find((known) => known === name);
  if (!act || !desk.acts.includes(act))
    return wordPage('Unknown button', 'Go back and try another.', undefined, 400);
  if (isExpired(payment, context.clock.now())) return over(desk, payment);
  const allowsSecondPayment = desk.paysTwice && isPayment(act);
  const result =
    isFinal(payment) && !allowsSecondPayment ? resultOf(payment) : perform(context, desk, payment, act);
  return goBack(desk, payment, result, act);
}

const isPayment = (act: Act) => !['decline', 'cancel', 'expire'].includes(act);

/** The payment has a final verdict, so this page accepts no further action. */
const isFinal = (payment: Payment) => payment.transactions.some(({ verdict }) => verdict !== 'pending');

const isOver = (context: SandboxContext, payment: Payment) =>
  isExpired(payment, context.clock.now()) || isFinal(payment);

function resultOf(payment: Payment): ReturnOutcome {
  const decided = decisive(payment)!;
  if (isCharged(decided)) return 'success';
  return decided.verdict === 'cancelled' ? 'cancel' : 'failure';
}

function goBack(desk: Desk, payment: Payment, result: ReturnOutcome, act: Act): SandboxResponse {
  const back = desk.returnTarget(payment, result);
  if (back) return returnResponse(back);
  return act === 'expire'
    ? over(desk, payment)
    : wordPage('Done', 'The payment was made. You can close this tab.');
}

const over = (desk: Desk, payment: Payment): SandboxResponse => {
  const decided = decisive(payment);
  const sentence =
    decided && isCharged(decided)
      ? 'This payment was completed.'
      : 'This payment has expired, was declined or was cancelled. No money was taken.';
  return wordPage(
    'Nothing left to pay here',
    sentence,
    desk.returnTarget(payment, decided ? resultOf(payment) : 'cancel'),
  );
};

const missing = () =>
  wordPage('Payment not found', 'No payment in this sandbox has this address.', undefined, 404);
