import { createHash, randomBytes } from 'node:crypto';
import { cardQueries } from './card-queries.ts';
import { widgetScript } from './card-widget.ts';
import { answer, bookOf, bookOfRefund, guarded, stamp, tooMany } from './card-wire.ts';
import { type Desk, isLagging, isWebAddress, type SignedHook, type Till, withQuery } from './desk.ts';
import { type Answer, type Call, formOf, json } from './exchange.ts';
import { press } from './hosted-routes.ts';
import { keys } from './keys.ts';
import { centsOf, decisive, isExpired, leftOf, type Payment } from './payment.ts';
import { oppwaEncrypt } from './signatures.ts';

const sessionMs = 30 * 60_000;
/** How often one checkout may be asked for. */
const asksPerMinute = 9;

/** Cards, as OPPWA's COPYandPAY takes them (payments 2.2). */
export function cardDesk(till: Till): Desk {
  const desk: Desk = {
    code: 'card',
    title: 'a card',
    prefix: '/oppwa',
    acts: [
      'pay',
      'decline',
      'cancel',
      'three_d_secure_fails',
      'review',
      'pay_no_return',
      'expire',
      'underpay',
      'overpay',
      'other_currency',
    ],
    paysTwice: false,
    review: 'review',
    agreesOnly: false,
    tells: () => true,
    transactionId: () => hex(16),
    sign: (payment, { about, key, live, ageMs = 0, padding = 0 }) => {
      const url = till.hookUrls.card;
      if (!url || about === 'agreement') return undefined;
      const at = till.clock.now() - ageMs;
      const book = 'key' in about ? bookOfRefund(till, about) : bookOf(till, payment, about);
      const payload = {
        ...book,
        ...(live && { result: { code: '000.000.000', description: 'Transaction succeeded' } }),
        ...(key === 'other' && { authentication: { entityId: 'sandbox-oppwa-other-merchant' } }),
        ...(ageMs && { timestamp: stamp(at) }),
        ...(padding && { customParameters: { padding: 'x'.repeat(padding) } }),
      };
      return encrypted(url, { type: 'PAYMENT', payload }, key ?? 'own');
    },
    wayBack(payment, way) {
      const url = payment.links.success;
      if (way === 'stay' || !url) return undefined;
      const resourcePath = `/v1/checkouts/${payment.id}/payment`;
      return { method: 'GET', url: withQuery(url, { id: payment.id, resourcePath }) };
    },
    routes: [
      { method: 'POST', path: /^\/v1\/checkouts$/, on: 'create', answer: guarded(create) },
      { method: 'GET', path: /^\/v1\/checkouts\/([\w.-]+)\/payment$/, on: 'query', answer: guarded(status) },
      { method: 'POST', path: /^\/v1\/payments\/([0-9a-f]{32})$/, on: 'refund', answer: guarded(refund) },
      ...cardQueries(till),
      { method: 'GET', path: /^\/v1\/paymentWidgets\.js$/, on: 'page', answer: widget },
      { method: 'POST', path: /^\/v1\/checkouts\/([\w.-]+)\/payment$/, on: 'page', answer: submit },
    ],
  };

  function create(call: Call): Answer {
    const form = formOf(call);
    const cents = centsOf(form.get('amount'));
    const [reference, currency] = [form.get('merchantTransactionId') ?? '', form.get('currency') ?? ''];
    if (!cents || !/^[A-Z]{3}$/.test(currency) || !reference || form.get('paymentType') !== 'DB') {
      return answer(400, '200.300.404', 'invalid or missing parameter');
    }
    const now = till.clock.now();
    const id = `${hex(16).toUpperCase()}.sandbox-vm-tx01`;
    const success = form.get('shopperResultUrl') ?? '';
    till.books.write({
      provider: 'card',
      id,
      reference,
      cents,
      currency,
      at: now,
      expiresAt: now + sessionMs,
      begun: false,
      transactions: [],
      refunds: [],
      links: { success: isWebAddress(success) ? success : '', cancel: '', failure: '', notify: '' },
      details: {},
    });
    return answer(200, '000.200.100', 'successfully created checkout', { id, ndc: id });
  }

  function status({ parts: [id = ''] }: Call): Answer {
    const { throttle } = till.scenarios.of('card');
    if (throttle && !till.throttle.allows(`checkout ${id}`, asksPerMinute)) return tooMany();
    const payment = till.books.find('card', id);
    const decided = payment && decisive(payment);
    const now = till.clock.now();
    if (!payment || isExpired(payment, now) || (decided && now >= decided.at + sessionMs)) {
      // Whether it was paid or never, OPPWA says the same (payments 2.2).
      return answer(
        400,
        '200.300.404',
        'invalid or missing parameter - (opp) No payment session found for the requested id - are you mixing test/live servers or have you paid more than 30min ago?',
      );
    }
    if (!decided || isLagging(till, payment))
      return answer(200, '000.200.000', 'transaction pending', { ndc: id });
    return json(200, { ...bookOf(till, payment, decided), buildNumber: 'sandbox' });
  }

  function refund(call: Call): Answer {
    const form = formOf(call);
    const cents = centsOf(form.get('amount'));
    const found = till.books.ofTransaction('card', call.parts[0]!);
    const plan = till.scenarios.of('card').refunds ?? 'sync';
    if (!cents || form.get('paymentType') !== 'RF')
      return answer(400, '200.300.404', 'invalid or missing parameter');
    if (found?.transaction.verdict !== 'paid' || plan === 'refuse') {
      return answer(400, '700.300.100', 'referenced tx can not be refunded, captured or reversed');
    }
    const { payment, transaction } = found;
    const now = till.clock.now();
    if (form.get('currency') !== transaction.currency || cents > leftOf(payment, transaction, now)) {
      return answer(
        400,
        '700.400.200',
        'cannot refund (refund volume exceeded or tx reversed or invalid workflow?)',
      );
    }
    const settlesAt = plan === 'sync' ? now : now + 5_000;
    const key = form.get('merchantTransactionId') ?? '';
    const made = {
      id: hex(16),
      key,
      transactionId: transaction.id,
      at: now,
      plan,
      settlesAt,
      cents,
      currency: transaction.currency,
    };
    payment.refunds.push(made);
    till.books.write(payment);
    till.hooks.tell(payment, (key) => desk.sign(payment, { about: made, key }));
    return json(200, bookOfRefund(till, made));
  }

  function widget({ url }: Call): Answer {
    const id = url.searchParams.get('checkoutId') ?? '';
    const payment = till.books.find('card', id);
    const isOpen = payment && !isExpired(payment, till.clock.now()) && !decisive(payment);
    return {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: widgetScript(
        isOpen ? payment : undefined,
        `${till.url}/oppwa/v1/checkouts/${id}/payment`,
        desk.acts,
      ),
    };
  }

  /** The card form. Of the number, what may be shown is kept, and of the security code nothing. */
  function submit(call: Call): Answer {
    const payment = till.books.find('card', call.parts[0]!);
    if (!payment) return answer(404, '200.300.404', 'No payment session found');
    const form = formOf(call);
    const number = (form.get('card.number') ?? '').replace(/\D/g, '');
    const back = form.get('shopperResultUrl');
    if (isWebAddress(back)) payment.links.success = back;
    payment.details = cardOf(number, form.get('card.holder') ?? '', form.get('card.expiry') ?? '');
    till.books.write(payment);
    return press(till, desk, payment, form.get('act') ?? 'pay');
  }

  return desk;
}

function cardOf(number: string, holder: string, expiry: string): Payment['details'] {
  const [month = '12', year = '34'] = expiry.split('/').map((part) => part.trim());
  return {
    bin: number.slice(0, 6),
    last4Digits: number.slice(-4),
    holder,
    expiryMonth: month,
    expiryYear: `20${year.slice(-2)}`,
  };
}

function encrypted(url: string, message: unknown, key: 'own' | 'other' | 'random'): SignedHook {
  const secrets = {
    own: keys.card.webHookKey,
    other: createHash('sha256').update('other').digest('hex'),
    random: hex(32),
  };
  const { body, iv, tag } = oppwaEncrypt(JSON.stringify(message), secrets[key]);
  return {
    url,
    headers: { 'content-type': 'text/plain', 'x-initialization-vector': iv, 'x-authentication-tag': tag },
    body,
  };
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
