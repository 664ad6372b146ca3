import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { address, order, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { eachOf, timesOf } from '@fynbos/test-kit/payments/statistics.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';

/** The order lookup reveals nothing to strangers and limits their attempts. */

/** Ten thousand attempts take long; the short form ends long before. */
const timeoutMs = isLong ? 900_000 : 120_000;

/** The clock stands still, so no attempt is restored meanwhile. */
const now = new Date();
let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(
    {
      ...payingFiles,
      'coupons.csv':
        'code,label,kind,percent,first_order,most_uses_each\nFIRST,First,percent,10,yes,\nEACH,Each,percent,10,no,1\nTEN,Ten,percent,10,no,\n',
    },
    behindProxy,
    () => now.getTime(),
  );
});
afterAll(() => shop.close());

const victim = address.email;
const from = (clientIp = freshAddress()) => ({ 'x-forwarded-for': clientIp });
const problemOf = ({ body }: TestResponse) => body.meta?.problem as string | undefined;
/** The content of a response without its request id. */
const withoutRequestId = ({ status, body }: TestResponse) => {
  const { requestId: _, ...meta } = body.meta ?? {};
  return JSON.stringify({ status, ...body, meta });
};
const placed = async (headers: Record<string, string> = {}) => {
  const cart = await newCart(shop, { ...from(), ...headers });
  await cart.update({ sku: 'TEA', qty: 1 });
  return (await order(cart)).body.result.orderNumber as string;
};
const paths = ['/api/order/find', '/api/order/reorder'] as const;
const find = (orderNumber: string, email: string | undefined, clientIp?: string, path: string = paths[0]) =>
  shop.post(path, { orderNumber, email }, from(clientIp));

describe('the order lookup shows the state of a guest order to a caller with its number and address, and limits guesses (T19)', {
  timeout: timeoutMs,
}, () => {
  test('the order lookup checks twenty guesses a day for one address from client IPs of many networks', async ({
    task,
  }) => {
    const count = isLong ? 10_000 : 60;
    const guess = (number: number, index: number) =>
      find(String(number), index % 2 ? victim : 'thandi+x@example.co.za');
    const responses = await eachOf(
      Array.from({ length: count }, (_, index) => 200_000_000 + index),
      8,
      guess,
    );
    const checked = responses.filter((response) => problemOf(response) === 'order_not_found');
    expect(checked).toHaveLength(20);
    expect(responses.filter((response) => problemOf(response) === 'too_many_attempts')).toHaveLength(
      count - checked.length,
    );
    await shop.advance(3_600_000);
    expect(problemOf(await guess(300_000_000, 0))).toBe('too_many_attempts');
    await shop.advance(3_600_000);
    expect(problemOf(await guess(300_000_000, 0))).toBe('order_not_found');
    expect(problemOf(await guess(300_000_001, 0))).toBe('too_many_attempts');
    task.meta.attempts = count;
  });

  test('the order lookup limits one client IP and a whole network, but not others', async ({ task }) => {
    const network = freshAddress().replace(/\.1$/, '');
    const counts = isLong ? 250 : 13;
    if (!isLong) await setBucketTokens(shop.db, bucketKey('order-lookup-network', network), 100, shop.now());
    const responses = await eachOf(
      Array.from({ length: counts * 10 }, (_, index) => index),
      8,
      (index) =>
        find('300000000', `nobody${index}@example.co.za`, `${network}.${1 + Math.floor(index / 10)}`),
    );
    const checked = responses.filter((response) => problemOf(response) === 'order_not_found').length;
    expect(checked).toBe(isLong ? 1000 : 100);
    const clientIp = freshAddress();
    const alone = await eachOf(
      Array.from({ length: 40 }, (_, index) => index),
      8,
      (index) => find('300000000', `somebody${index}@example.co.za`, clientIp),
    );
    const checkedAlone = alone.filter((response) => problemOf(response) === 'order_not_found').length;
    expect(checkedAlone).toBe(20);
    expect(problemOf(await find('300000000', 'else@example.co.za'))).toBe('order_not_found');
    task.meta.attempts = responses.length + alone.length;
  });

  test('guesses from one network do not block the order lookup for other networks, nor for a neighbour’s own orders', async ({
    task,
  }) => {
    const email = 'beleaguered@example.co.za';
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email }));
    const network = freshAddress().replace(/\.1$/, '');
    const clientIps = Array.from({ length: 150 }, (_, index) => `${network}.${2 + (index % 15)}`);
    const responses = await eachOf(clientIps, 8, (clientIp) => find('300000000', email, clientIp));
    const checked = responses.filter((response) => problemOf(response) === 'order_not_found').length;
    expect([checked >= 10, checked <= 11]).toEqual([true, true]);
    for (let time = 0; time < 5; time++)
      expect((await find(body.result.orderNumber, email)).status).toBe(200);
    // A refusal for the address does not count against the client IP.
    const neighbourIp = `${network}.1`;
    for (let time = 0; time < 25; time++)
      expect(problemOf(await find('300000000', email, neighbourIp))).toBe('too_many_attempts');
    expect(problemOf(await find('300000000', 'neighbour@example.co.za', neighbourIp))).toBe(
      'order_not_found',
    );
    task.meta.attempts = clientIps.length;
  });

  test('a caller with the right number and address has no limit on the order lookup', async () => {
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email: 'owner@example.co.za' }));
    for (let time = 0; time < 30; time++)
      expect((await find(body.result.orderNumber, ' Owner@example.co.za')).status).toBe(200);
  });

  test('the order lookup returns the same response for unknown orders and for orders of others', async ({
    task,
  }) => {
    const customer = await logInPerson(shop);
    const waiting = await payer(shop, 'card');
    const numbers = [
      await placed(),
      await placed({ authorization: `Bearer ${customer.token}` }),
      (await waiting.status()).orderNumber,
      '999999999',
      '#1',
      '0',
      '-1',
      '1e5',
      '0x10',
      '١٠٠',
      'null',
      "1' or '1'='1",
      '9'.repeat(30),
    ];
    const emails = ['other@example.co.za', customer.email, 'not an address', '@', `${'a'.repeat(200)}@b.co`];
    const responses: string[] = [];
    // An address has twenty attempts.
    for (const path of paths)
      for (const number of path === '/api/order/find' ? numbers : numbers.slice(0, 4))
        for (const email of emails)
          responses.push(withoutRequestId(await find(number, email, undefined, path)));
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('order_not_found');
    task.meta.attempts = responses.length;
  });

  test('the order lookup takes the same time for unknown orders and for orders of others', async ({
    task,
  }) => {
    const count = isLong ? 2000 : 12;
    const number = await placed();
    let turn = 0;
    const attempt = (orderNumber: string) => async () => {
      expect((await find(orderNumber, `stranger${++turn}@example.co.za`)).status).toBe(404);
    };
    const [existing, nobodys] = await timesOf(count, [attempt(number), attempt('999999999')]);
    // Other tests run in parallel in the short form, so its times are not comparable.
    if (isLong) expect(Math.abs(existing! - nobodys!)).toBeLessThan(5);
    task.meta.attempts = count * 2;
  });
});

describe('number and e-mail address of a guest order show its state only (T30)', () => {
  const ordered = async () => {
    const email = `private${crypto.randomUUID()}@example.co.za`;
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email }));
    const { orderNumber } = body.result;
    return { email, orderNumber, link: await orderLinkOf(shop.db, orderNumber) };
  };

  test('the order lookup returns number, status and dates; names, address, telephone and products need the link', async () => {
    const { email, orderNumber, link } = await ordered();
    const named = await find(orderNumber, email);
    expect(Object.keys(named.body.result).toSorted()).toEqual([
      ...['created_at', 'increment_id', 'state', 'status', 'updated_at'],
    ]);
    const secrets = ['Thandi', 'Nkosi', 'Long Street', '8001', '27821234567', email, 'TEA'];
    for (const secret of secrets) expect(JSON.stringify(named.body.result)).not.toContain(secret);
    const linked = (await shop.post('/api/order/find', { link }, from())).body.result;
    for (const secret of secrets) expect(JSON.stringify(linked)).toContain(secret);
  });

  test('number and e-mail address do not put the products of an order into a cart', async () => {
    const { email, orderNumber, link } = await ordered();
    const cart = await newCart(shop, from());
    const reorder = (body: object) => cart.post('/api/order/reorder', body);
    expect(problemOf(await reorder({ orderNumber, email }))).toBe('order_not_found');
    expect(await cart.pull()).toEqual([]);
    expect((await reorder({ link })).status).toBe(200);
  });

  test('the link cannot be guessed, and the links of payments and of customers’ orders show no order', async ({
    task,
  }) => {
    const [{ link, orderNumber }, second] = [await ordered(), await ordered()];
    const [id, token] = link.split('.') as [string, string];
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { addressInformation, ...sent } = orderFor({ TEA: 1 });
    const information = { ...addressInformation, payment_method_code: 'card' };
    const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
    const customer = await logInPerson(shop);
    const customers = await placed({ authorization: `Bearer ${customer.token}` });
    const guesses = [
      ...[id, `${id}.`, `.${token}`, `${id}.${token.slice(1)}`, `${id}.${token}A`, 'x', orderNumber],
      ...[`${id}.${second.link.split('.')[1]}`, `${crypto.randomUUID()}.${token}`, `${id}.${'é'.repeat(43)}`],
      new URL(body.result.redirect_url).searchParams.get('link')!,
      await orderLinkOf(shop.db, customers),
    ];
    for (const guess of guesses)
      expect([guess, problemOf(await shop.post('/api/order/find', { link: guess }, from()))]).toEqual([
        guess,
        'order_not_found',
      ]);
    expect(problemOf(await shop.post('/api/payments/link', { link }, from()))).toBe('payment_not_found');
    task.meta.attempts = guesses.length + 1;
  });

  test('a lookup without a number and a link is refused, and guessed links are limited by client IP', async () => {
    expect(problemOf(await shop.post('/api/order/find', { email: victim }, from()))).toBe('invalid_input');
    const client = from();
    const problems = await eachOf(
      Array.from({ length: 25 }, (_, index) => index),
      8,
      async () => problemOf(await shop.post('/api/order/find', { link: 'x' }, client)),
    );
    expect(problems.filter((problem) => problem === 'order_not_found')).toHaveLength(20);
  });
});

describe('the link of an order is mailed to its own address only (T30)', () => {
  const requestLink = (orderNumber: string, email: string) =>
    shop.post('/api/order/mail-link', { orderNumber, email }, from());
  const mailed = async (to: string) => {
    const mails = shop.db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', to);
    return (await mails.execute()).filter(({ subject }) => subject.startsWith('The link to your order'));
  };

  test('the response is the same for known and unknown orders, and a mailbox gets three mails a day', async () => {
    const email = `asks${crypto.randomUUID()}@example.co.za`;
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email }));
    const { orderNumber } = body.result;
    const stranger = `stranger${crypto.randomUUID()}@example.co.za`;
    const responses = [
      await requestLink(orderNumber, email),
      await requestLink('999999999', email),
      await requestLink(orderNumber, stranger),
      await requestLink('999999999', stranger),
    ];
    expect(new Set(responses.map(withoutRequestId)).size).toBe(1);
    expect(responses[0]!.body.result).toBe(true);
    expect(await mailed(stranger)).toEqual([]);
    const [mail, ...more] = await mailed(email);
    expect(more).toEqual([]);
    expect(mail!.text).toContain(`/order-tracking?link=${await orderLinkOf(shop.db, orderNumber)}`);
    const alias = email.replace('@', '+alias@');
    // Requests that send no mail do not prevent the owner's.
    for (let request = 0; request < 3; request++) await requestLink('999999999', alias);
    for (let request = 0; request < 4; request++) responses.push(await requestLink(orderNumber, email));
    expect(new Set(responses.map(withoutRequestId)).size).toBe(1);
    expect(await mailed(email)).toHaveLength(3);
  });

  test('the link of a customer’s order is not mailed', async () => {
    const { email, token } = await logInPerson(shop);
    const number = await placed({ authorization: `Bearer ${token}` });
    expect((await requestLink(number, email)).status).toBe(200);
    expect(await mailed(email)).toEqual([]);
  });
});

describe('a refused order does not reveal whether a person has ordered before (T6, T2)', () => {
  const ofPersonal = (clientIp: string) => bucketKey('personal-code-machine', clientIp);
  const orderWithCode = async (code: string, clientIp: string, mode: 'order' | 'pending', change: object) => {
    const cart = await newCart(shop, from(clientIp));
    await cart.update({ sku: 'TEA', qty: 1 });
    // Any holder of a cart's token can apply the code, from any address.
    expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`, {}, from())).status).toBe(200);
    const { addressInformation, ...sent } = orderFor({ TEA: 1 }, { email: `asked${clientIp}@example.co.za` });
    const information = {
      ...addressInformation,
      payment_method_code: mode === 'order' ? 'cashondelivery' : 'card',
    };
    const body = {
      ...sent,
      addressInformation: information,
      checkoutReference: crypto.randomUUID(),
      ...change,
    };
    return cart.post(mode === 'order' ? '/api/order' : '/api/order/save-pending-order', body);
  };

  test('orders refused with a personal code are limited to sixty per client IP, of which the last twenty run here', async ({
    task,
  }) => {
    let attempts = 0;
    const max = isLong ? 60 : 20;
    const cases = isLong
      ? (['FIRST', 'EACH'] as const).flatMap((code) => [[code, 'order'] as const, [code, 'pending'] as const])
      : ([
          ['FIRST', 'order'],
          ['EACH', 'pending'],
        ] as const);
    for (const [code, mode] of cases) {
      const clientIp = freshAddress();
      if (!isLong) await setBucketTokens(shop.db, ofPersonal(clientIp), 20, shop.now());
      const problems = [];
      for (let time = 0; time < max + 3; time++)
        problems.push(problemOf(await orderWithCode(code, clientIp, mode, { grand_total: 1 })));
      const revealed = problems.filter((problem) => problem === 'total_changed').length;
      expect([code, mode, revealed]).toEqual([code, mode, max]);
      expect(problems.filter((problem) => problem === 'too_many_attempts')).toHaveLength(max + 3 - revealed);
      attempts += problems.length;
    }
    task.meta.attempts = attempts;
  });

  test('refusals that reveal nothing are not counted, and wrong codes are counted separately', async () => {
    const clientIp = freshAddress();
    await setBucketTokens(shop.db, ofPersonal(clientIp), 1, shop.now());
    await setBucketTokens(shop.db, bucketKey('coupon-machine', clientIp), 0, shop.now());
    const cart = await newCart(shop, from(clientIp));
    await cart.update({ sku: 'TEA', qty: 1 });
    expect((await cart.post('/api/cart/apply-coupon?coupon=FIRST', {}, from())).status).toBe(200);
    const [line] = await cart.pull();
    await cart.delete({ item_id: line!.item_id });
    for (let time = 0; time < 5; time++)
      expect(problemOf(await cart.post('/api/order', orderFor({ TEA: 1 })))).toBe('order_empty');
    const ordered = () => orderWithCode('FIRST', clientIp, 'order', { grand_total: 1 });
    const { body } = await ordered();
    expect([body.meta.problem, body.meta.totals.grand_total]).toEqual(['total_changed', 114]);
    expect(problemOf(await ordered())).toBe('too_many_attempts');
  });

  test('orders with a public code and placed orders are not counted', async () => {
    const clientIp = freshAddress();
    for (let time = 0; time < 22; time++)
      expect(problemOf(await orderWithCode('TEN', clientIp, 'order', { grand_total: 1 }))).toBe(
        'total_changed',
      );
    expect((await orderWithCode('FIRST', clientIp, 'order', { grand_total: 114 })).status).toBe(200);
  });
});
