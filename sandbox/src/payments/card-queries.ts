import { answer, bookOf, bookOfRefund, guarded, stamp, tooMany } from './card-wire.ts';
import type { Till } from './desk.ts';
import type { Answer, Call, Route } from './exchange.ts';

/** How often one reference may be asked for. */
const asksPerMinute = 2;

/** OPPWA's ways to find payments without their checkout: by the shop's reference, and by date. */
export function cardQueries(till: Till): Route[] {
  function byReference({ url }: Call): Answer {
    const reference = url.searchParams.get('merchantTransactionId') ?? '';
    const { throttle } = till.scenarios.of('card');
    if (throttle && !till.throttle.allows(`reference ${reference}`, asksPerMinute)) return tooMany();
    const payments = [
      ...till.books
        .ofReference('card', reference)
        .flatMap((payment) => payment.transactions.map((one) => bookOf(till, payment, one))),
      ...till.books.ofRefund('card', reference).map(({ refund }) => bookOfRefund(till, refund)),
    ];
    return payments.length > 0
      ? answer(200, '000.000.100', 'successful request', { payments })
      : answer(404, '700.400.580', 'cannot find transaction');
  }

  function byDate({ url: { searchParams: asked } }: Call): Answer {
    const [from, to] = [asked.get('date.from') ?? '', asked.get('date.to') ?? ''];
    const limit = Number(asked.get('limit') ?? 100);
    const pageNo = Number(asked.get('pageNo') ?? 1);
    if (!isTime(from) || !isTime(to) || !(limit > 0 && limit <= 500) || !(pageNo > 0)) {
      return answer(400, '200.300.404', 'invalid or missing parameter');
    }
    const all = till.books
      .all('card')
      .flatMap((payment) => [
        ...payment.transactions.map((one) => bookOf(till, payment, one)),
        ...payment.refunds.map((refund) => bookOfRefund(till, refund)),
      ])
      // Texts of this form sort as the times do.
      .filter(({ timestamp }) => timestamp >= from && timestamp.slice(0, 19) <= to)
      .sort((one, other) => one.timestamp.localeCompare(other.timestamp));
    const records = all.slice((pageNo - 1) * limit, pageNo * limit);
    return answer(200, '000.000.100', 'successful request', {
      records,
      pages: Math.max(1, Math.ceil(all.length / limit)),
      timestamp: stamp(till.clock.now()),
    });
  }

  return [
    { method: 'GET', path: /^\/v1\/query$/, on: 'query', answer: guarded(byReference) },
    { method: 'GET', path: /^\/v3\/query$/, on: 'list', answer: guarded(byDate) },
  ];
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
