import type { Till } from './desk.ts';
import { type Answer, type Call, json, jsonOf, type Route } from './exchange.ts';
import { centsOf, isTaken, leftOf, type Payment, type Refund, refundState } from './payment.ts';
import { capitals, guarded, missing, moneyOf, refundBook, unprocessable } from './wallet-wire.ts';

/** What PayPal does after a payment: refunds, and the list of what was booked. */
export function walletBooks(till: Till, tell: (payment: Payment, refund: Refund) => void): Route[] {
  function refund(call: Call): Answer {
    const found = till.books.ofTransaction('wallet', call.parts[0]!);
    if (!found || !isTaken(found.transaction)) return missing();
    const { payment, transaction } = found;
    const key = String(call.headers['paypal-request-id'] ?? '');
    const again = payment.refunds.find((one) => key && one.key === key);
    if (again) return json(200, refundBook(till, payment, again));

    const now = till.clock.now();
    const plan = till.scenarios.of('wallet').refunds ?? 'sync';
    const { amount } = jsonOf(call);
    const left = leftOf(payment, transaction, now);
    const cents = amount ? centsOf(amount.value) : left;
    if (plan === 'refuse') return unprocessable('REFUND_NOT_ALLOWED');
    if (!cents) return unprocessable('INVALID_PARAMETER_VALUE');
    if (amount && amount.currency_code !== transaction.currency) return unprocessable('CURRENCY_MISMATCH');
    if (cents > left) return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const made: Refund = {
      id: capitals(17),
      key: key || capitals(17),
      transactionId: transaction.id,
      cents,
      currency: transaction.currency,
      at: now,
      plan,
      settlesAt: plan === 'sync' ? now : now + 5_000,
    };
    payment.refunds.push(made);
    till.books.write(payment);
    if (plan === 'sync') tell(payment, made);
    return json(201, refundBook(till, payment, made));
  }

  function showRefund({ parts: [id = ''] }: Call): Answer {
    const payment = till.books.all('wallet').find(({ refunds }) => refunds.some((one) => one.id === id));
    const made = payment?.refunds.find((one) => one.id === id);
    return payment && made ? json(200, refundBook(till, payment, made)) : missing();
  }

  function list({ url: { searchParams: asked } }: Call): Answer {
    const [from, to] = [asked.get('start_date'), asked.get('end_date')].map((text) => Date.parse(text ?? ''));
    const size = Number(asked.get('page_size') ?? 100);
    const page = Number(asked.get('page') ?? 1);
    if (!(from! <= to!) || !(size > 0 && size <= 500) || !(page > 0)) {
      return json(400, { name: 'INVALID_REQUEST' });
    }
    const all = till.books
      .all('wallet')
      .flatMap((payment) => lines(payment, till.clock.now()))
      .filter(({ at }) => at >= from! && at <= to!)
      .sort((one, other) => one.at - other.at);
    return json(200, {
      transaction_details: all
        .slice((page - 1) * size, page * size)
        .map(({ info }) => ({ transaction_info: info })),
      page,
      total_items: all.length,
      total_pages: Math.max(1, Math.ceil(all.length / size)),
    });
  }

  return [
    {
      method: 'POST',
      path: /^\/v2\/payments\/captures\/(\w+)\/refund$/,
      on: 'refund',
      answer: guarded(till, refund),
    },
    {
      method: 'GET',
      path: /^\/v2\/payments\/refunds\/(\w+)$/,
      on: 'query',
      answer: guarded(till, showRefund),
    },
    { method: 'GET', path: /^\/v1\/reporting\/transactions$/, on: 'list', answer: guarded(till, list) },
  ];
}

/** PayPal's words for money that came and money that went. */
const [came, went] = ['T0006', 'T1107'];

function lines(payment: Payment, now: number) {
  const line = (id: string, code: string, cents: number, currency: string, at: number) => ({
    at,
    info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: new Date(at).toISOString(),
      transaction_amount: moneyOf({ cents, currency }),
      transaction_status: 'S',
      custom_field: payment.reference,
    },
  });
  return [
    ...payment.transactions
      .filter(isTaken)
      .map(({ id, cents, currency, at }) => line(id, came!, cents, currency, at)),
    ...payment.refunds
      .filter((refund) => refundState(refund, now) === 'done')
      .map(({ id, cents, currency, settlesAt }) => line(id, went!, -cents, currency, settlesAt)),
  ];
}
