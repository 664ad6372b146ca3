import { perform } from './acts.ts';
import { type Act, acts, type Desk, type Till, type Way } from './desk.ts';
import { type Answer, type Call, formOf, type Route } from './exchange.ts';
import { payPage, returnAnswer, wordPage } from './hosted-page.ts';
import { decisive, isExpired, isTaken, type Payment } from './payment.ts';

interface Options {
  till: Till;
  /** Made later than its routes. */
  desk: () => Desk;
  path: RegExp;
  find(call: Call): Payment | undefined;
}

/** The page of a payment, and what its buttons do. */
export function hostedRoutes({ till, desk, path, find }: Options): Route[] {
  return [
    {
      method: 'GET',
      path,
      on: 'page',
      answer(call) {
        const payment = find(call);
        if (!payment) return missing();
        if (isOver(till, payment)) return over(desk(), payment);
        if (!payment.begun) {
          payment.begun = true;
          till.books.write(payment);
        }
        return payPage(desk().title, payment, desk().acts);
      },
    },
    {
      method: 'POST',
      path,
      on: 'page',
      answer(call) {
        const payment = find(call);
        return payment ? press(till, desk(), payment, formOf(call).get('act') ?? '') : missing();
      },
    },
  ];
}

/** A button was pressed; a page that lay open meanwhile may have become a thing of the past. */
export function press(till: Till, desk: Desk, payment: Payment, name: string): Answer {
  const act = acts.find((one) => one === name);
  if (!act || !desk.acts.includes(act))
    return wordPage('Unknown button', 'Go back and try another.', undefined, 400);
  if (isExpired(payment, till.clock.now())) return over(desk, payment);
  const maySayMore = desk.paysTwice && isPayment(act);
  const way = isFinal(payment) && !maySayMore ? wayOf(payment) : perform(till, desk, payment, act);
  return goBack(desk, payment, way, act);
}

const isPayment = (act: Act) => !['decline', 'cancel', 'expire'].includes(act);

/** Decided for good, as far as this page is concerned. */
const isFinal = (payment: Payment) => payment.transactions.some(({ verdict }) => verdict !== 'pending');

const isOver = (till: Till, payment: Payment) => isExpired(payment, till.clock.now()) || isFinal(payment);

function wayOf(payment: Payment): Way {
  const decided = decisive(payment)!;
  if (isTaken(decided)) return 'success';
  return decided.verdict === 'cancelled' ? 'cancel' : 'failure';
}

function goBack(desk: Desk, payment: Payment, way: Way, act: Act): Answer {
  const back = desk.wayBack(payment, way);
  if (back) return returnAnswer(back);
  return act === 'expire'
    ? over(desk, payment)
    : wordPage('Done', 'The payment was made. You may close this tab.');
}

const over = (desk: Desk, payment: Payment): Answer => {
  const decided = decisive(payment);
  const sentence =
    decided && isTaken(decided)
      ? 'This payment was made.'
      : 'This payment is over: it expired, was declined or was cancelled. Nothing was paid.';
  return wordPage(
    'Nothing left to pay here',
    sentence,
    desk.wayBack(payment, decided ? wayOf(payment) : 'cancel'),
  );
};

const missing = () =>
  wordPage('No such payment', 'The address names no payment of this sandbox.', undefined, 404);
