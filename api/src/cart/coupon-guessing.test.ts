import { behindProxy, freshAddress, logInPerson, proveAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { linkIn, openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { setBucketTokens } from '@fynbos/test-kit/network/rate-limit-buckets.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { deliveryFile, orderFor } from '@fynbos/test-kit/orders/order-body.ts';
import { countKinds } from '@fynbos/test-kit/orders/response-counts.ts';
import { eachOf, timesOf } from '@fynbos/test-kit/payments/statistics.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';

/** Coupon codes cannot be guessed, and cannot be used by anyone they are not for (spec D24, D40 and D69). */

const files = {
  'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,5000\n',
  'coupons.csv': `code,label,kind,percent,amount,first_order,email,most_uses,most_uses_each,is_voucher,valid_from,valid_to,enabled
TEN,10 %,percent,10,,,,,,,,,
OVER,5 %,percent,5,,,,,,,,2026-01-01,
SOON,5 %,percent,5,,,,,,,2099-01-01,,
OFF,5 %,percent,5,,,,,,,,,no
USED,5 %,percent,5,,,,1,,,,,
ONCE,5 %,percent,5,,,,1,,,,,
MINE,5 %,percent,5,,,,,1,,,,
FIRST,5 %,percent,5,,yes,,,,,,,
HERS,5 %,percent,5,,,hers@example.co.za,,,,,,
GIFT,R30,fixed,,30.00,,,,,yes,,,
GIFT-OVER,R30,fixed,,30.00,,,,,yes,,2026-01-01,
GIFT-OFF,R30,fixed,,30.00,,,,,yes,,,no
`,
  'delivery.csv': deliveryFile,
};

/** Ten thousand attempts take long; the short form ends long before. */
const timeoutMs = isLong ? 900_000 : 120_000;

/** The clock stands still, so no attempt is restored meanwhile. */
const now = new Date();
let shop: TestShop;
let mail: TestMail;
beforeAll(async () => {
  mail = await openTestMail();
  shop = await openSmallShop(files, { ...behindProxy, SMTP_URL: mail.smtpUrl }, () => now);
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const from = (clientIp = freshAddress()) => ({ 'x-forwarded-for': clientIp });
const paths = ['/api/cart/apply-coupon?coupon=', '/api/cart/add-voucher?voucherCode='] as const;
const apply = (cart: TestCart, code: string, kind = 0, headers = {}) =>
  cart.post(paths[kind % 2]! + code, {}, headers);
const withTea = async (headers: Record<string, string> = from()) => {
  const cart = await newCart(shop, headers);
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart;
};
const countChecked = (responses: readonly TestResponse[]) =>
  responses.filter(({ status }) => status === 400).length;
/** Codes in the format of valid ones. */
const guess = (index: number) => `FYN-${index.toString(36).toUpperCase().padStart(4, '0')}-AAAA-BBBBB`;

describe('guessing coupon codes (T2)', { timeout: timeoutMs }, () => {
  const count = isLong ? 10_000 : 200;
  const guesses = Array.from({ length: count }, (_, index) => index);

  test('coupon code guesses for one cart from any number of client IPs: five are checked', async ({
    task,
  }) => {
    const cart = await withTea();
    const responses = await eachOf(guesses, 8, (index) => apply(cart, guess(index), index, from()));
    expect(countChecked(responses)).toBe(5);
    expect(responses.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    task.meta.attempts = count;
  });

  test('coupon code guesses from one client IP with any number of carts: twenty are checked', async ({
    task,
  }) => {
    const client = from();
    const carts = await eachOf(guesses.slice(0, count / 10), 8, () => newCart(shop, client));
    const responses = await eachOf(guesses, 8, (index) =>
      apply(carts[index % carts.length]!, guess(index), index),
    );
    expect(countChecked(responses)).toBe(20);
    task.meta.attempts = count;
  });

  test('coupon code guesses from all client IPs of a network: a thousand are checked, of which the last hundred run here', async ({
    task,
  }) => {
    const network = freshAddress().replace(/\.1$/, '');
    if (!isLong) await setBucketTokens(shop.db, bucketKey('coupon-network', network), 100, now);
    const carts = await eachOf(guesses.slice(0, count / 4), 8, (index) =>
      newCart(shop, from(`${network}.${index % 250}`)),
    );
    const responses = await eachOf(guesses, 8, (index) =>
      apply(carts[index % carts.length]!, guess(index), index),
    );
    expect(countChecked(responses)).toBe(isLong ? 1000 : 100);
    expect((await apply(await withTea(), 'TEN')).status).toBe(200);
    task.meta.attempts = count;
  });

  /** Orders as a new customer with each of the codes; returns the headers of their session. */
  async function customerWhoUsed(...codes: string[]): Promise<Record<string, string>> {
    const customer = await logInPerson(shop);
    await proveAddress(shop, customer.email);
    const bearer = { ...from(), authorization: `Bearer ${customer.token}` };
    for (const code of codes) {
      const cart = await withTea(bearer);
      expect((await apply(cart, code)).status).toBe(200);
      expect((await cart.post('/api/order', orderFor({ TEA: 1 }))).status).toBe(200);
    }
    return bearer;
  }

  test('a refused code reveals nothing: unknown, expired, future, disabled, used-up and personal codes get the same response', async ({
    task,
  }) => {
    await customerWhoUsed('USED');
    const bearer = await customerWhoUsed('MINE');
    const coupons = ['NOBODY', 'OVER', 'SOON', 'OFF', 'USED', 'GIFT', guess(1), 'ı', 'a'.repeat(100)];
    const vouchers = ['NOBODY', 'GIFT-OVER', 'GIFT-OFF', 'TEN', 'OVER', guess(2), 'a'.repeat(100)];
    // A cart has five attempts, and a customer has one cart.
    const personal = await withTea({ ...bearer, ...from() });
    const attempts = [
      ...coupons.map((code) => async () => apply(await withTea(), code)),
      ...vouchers.map((code) => async () => apply(await withTea(), code, 1)),
      ...['USED', 'HERS', 'SOON', 'NOBODY'].map((code) => () => apply(personal, code)),
    ];
    const responses: string[] = [];
    for (const attempt of attempts) {
      const { status, body } = await attempt();
      const { requestId: _, ...meta } = body.meta;
      responses.push(JSON.stringify([status, body.result, meta]));
    }
    expect([...new Set(responses)]).toEqual([responses[0]]);
    expect(responses[0]).toContain('coupon_wrong');
    task.meta.attempts = responses.length;
  });

  test('a customer learns that they used a code or have ordered before, a guest learns neither', async () => {
    const bearer = await customerWhoUsed('ONCE', 'MINE');
    const cart = await withTea(bearer);
    const responses = [];
    for (const code of ['ONCE', 'MINE', 'FIRST', 'FIRST', 'FIRST', 'TEN'])
      responses.push(await apply(cart, code));
    expect(responses.map(({ status, body }) => [status, body.meta.problem])).toEqual([
      [409, 'coupon_used'],
      [409, 'coupon_used'],
      [409, 'coupon_first_order'],
      [409, 'coupon_first_order'],
      [409, 'coupon_first_order'],
      // Each reason was an attempt.
      [429, 'too_many_attempts'],
    ]);
    expect(responses.at(-1)?.body.meta.values).toEqual({ seconds: 120 });
    const guest = await withTea();
    expect((await apply(guest, 'ONCE')).body.meta.problem).toBe('coupon_wrong');
    expect([(await apply(guest, 'MINE')).status, (await apply(guest, 'FIRST')).status]).toEqual([200, 200]);
  });

  test('a code that may be a coupon or a voucher is applied as what it is, as one attempt', async () => {
    const cart = await withTea();
    const either = (code: string) => cart.post(`${paths[0]}${code}&orVoucher=true`);
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await either(guess(attempt))).body.meta.problem).toBe('coupon_wrong');
    expect([(await either('TEN')).status, (await either('GIFT')).status]).toEqual([200, 200]);
    const { body } = await cart.get('/api/cart/totals');
    expect(body.result).toMatchObject({ coupon_code: 'TEN', voucher_code: 'GIFT' });
  });

  test('checking a code takes the same time whether or not it exists', async ({ task }) => {
    const count = isLong ? 2000 : 12;
    const carts: TestCart[] = [];
    // A cart has five attempts, but a client IP can create any number of carts.
    for (let index = 0; index < count; index++) carts.push(await newCart(shop, from()));
    const refused = (code: string) => {
      let turn = 0;
      return async () => {
        expect((await apply(carts[turn++]!, code)).status).toBe(400);
      };
    };
    const [known, unknown] = await timesOf(count, [refused('OVER'), refused('NOBODY')]);
    // Other tests run in parallel in the short form, so its times are not comparable.
    if (isLong) expect(Math.abs(known! - unknown!)).toBeLessThan(5);
    task.meta.attempts = count * 2;
  });
});

describe('the newsletter coupon belongs to its reader and is valid once (T22)', () => {
  let readers = 0;
  async function join(email: string): Promise<string> {
    const subscribe = { email };
    expect((await shop.post('/api/newsletter/subscribe', subscribe, from())).status).toBe(200);
    const link = linkIn(await mail.about('Please confirm your newsletter', email));
    return (await shop.post('/api/newsletter/confirm', { link }, from())).body.meta.coupon;
  }
  const reader = () => `reader.${++readers}@gmail.com`;
  const orderWith = async (code: string, email: string, more: object = {}) => {
    const cart = await withTea();
    expect((await apply(cart, code)).status).toBe(200);
    return cart.post('/api/order', orderFor({ TEA: 1 }, { email, ...more }));
  };

  test('a newsletter coupon counts nothing in an order of another person, whatever total is sent', async ({
    task,
  }) => {
    const code = await join(reader());
    const strangers = ['other@gmail.com', 'reader.1@example.com', 'reader1@gmail.co', 'xreader.1@gmail.com'];
    for (const email of strangers)
      for (const more of [{}, { grand_total: 114 }, { grand_total: 0 }]) {
        const { status, body } = await orderWith(code, email, more);
        expect([status, body.meta.problem, body.meta.totals.grand_total]).toEqual([
          409,
          'total_changed',
          120,
        ]);
      }
    task.meta.attempts = strangers.length * 3;
  });

  test('a newsletter coupon of another reader gets the same response as an unknown code', async () => {
    const code = await join(reader());
    const stranger = await logInPerson(shop);
    await proveAddress(shop, stranger.email);
    const bearer = { ...from(), authorization: `Bearer ${stranger.token}` };
    const cart = await withTea(bearer);
    const [foreign, nobodys] = [await apply(cart, code), await apply(cart, guess(3))];
    expect([foreign.status, foreign.body.result]).toEqual([nobodys.status, nobodys.body.result]);
    expect(foreign.body.meta.problem).toBe('coupon_wrong');
  });

  test('a newsletter coupon is used once by its reader, under any alias, also fifty times concurrently', async ({
    task,
  }) => {
    const email = reader();
    const code = await join(email);
    const aliases = Array.from(
      { length: 50 },
      (_, index) =>
        `${email
          .split('@')[0]!
          .replace('.', index % 2 ? '' : '..')
          .replace('..', '.')}+${index}@googlemail.com`,
    );
    const carts = await eachOf(aliases, 10, async () => {
      const cart = await withTea();
      await apply(cart, code);
      return cart;
    });
    const responses = await Promise.all(
      carts.map((cart, index) =>
        cart.post('/api/order', orderFor({ TEA: 1 }, { email: aliases[index]!, grand_total: 114 })),
      ),
    );
    expect(countKinds(responses)).toEqual({ 'order placed': 1, total_changed: 49 });
    expect(await invariantViolations(shop.db)).toEqual([]);
    task.meta.attempts = 50;
  });

  test('a reader who unsubscribes and returns under any alias gets the same coupon, not a second one', async () => {
    const email = reader();
    const code = await join(email);
    expect((await orderWith(code, email, { grand_total: 114 })).status).toBe(200);
    const secondCode = await join(email.replace('@', '+again@'));
    expect(secondCode).toBe(code);
    const { status, body } = await orderWith(code, email, { grand_total: 114 }).catch(() => ({
      status: 409,
      body: { meta: { problem: 'total_changed' } },
    }));
    expect([status, body.meta.problem]).toEqual([409, 'total_changed']);
  });
});
