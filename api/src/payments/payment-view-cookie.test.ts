import { behindProxy, freshAddress } from '@fynbos/test-kit/accounts/customers.ts';
import { type Payer, payer, payingFiles, redirectPaths } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf, newToken } from '../platform/security/random-token.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
});
afterAll(() => shop.close());

const from = { 'x-forwarded-for': freshAddress() };

/** The cookies of a browser after these responses. */
const cookiesAfter = (...responses: TestResponse[]): string => {
  const cookies = responses.flatMap(({ headers }) => headers.getSetCookie());
  const values = cookies.map((cookie) => cookie.split(';')[0]!.split('=') as [string, string]);
  return [...new Map(values)].map((pair) => pair.join('=')).join('; ');
};

/** The status for a browser that has nothing but its cookies. */
const statusOf = ({ provider, reference }: Payer, cookie: string) =>
  shop.get(`/api/payments/${provider}/status?ref=${reference}`, { ...from, cookie });

/** Continues a payment in a browser with these cookies. */
const continueIn = ({ cart, provider, reference }: Payer, cookie: string) =>
  shop.post(
    redirectPaths[provider],
    { grandTotal: 120, checkoutReference: reference, paymentCode: provider },
    { ...cart.headers, cookie },
  );

describe('the payments that a browser started (T3, T24, spec payments 4 race 20)', () => {
  test('the browser sees each of them, in whatever order they are paid, and may execute an approval', async () => {
    const [first, second, third] = [
      await payer(shop, 'wallet'),
      await payer(shop, 'card'),
      await payer(shop, 'local-a'),
    ];
    const responses: TestResponse[] = [];
    for (const started of [first, second, third])
      responses.push(await continueIn(started, cookiesAfter(...responses)));
    const cookie = cookiesAfter(...responses);
    await shop.act('wallet', first.id, 'pay');
    const approval = { checkoutReference: first.reference, token: first.id, PayerID: 'PAYER' };
    const executed = await shop.post(redirectPaths.wallet, approval, { ...from, cookie });
    expect(executed.body.result).toMatchObject({ kind: 'done', checkoutReference: first.reference });
    expect((await statusOf(first, cookie)).body.result).toMatchObject({ status: 'paid', isOrdered: true });
    expect((await statusOf(second, cookie)).body.result.status).toBe('pending');
    expect((await statusOf(third, cookie)).body.result.status).toBe('pending');
    expect((await statusOf(await payer(shop, 'card'), cookie)).status).toBe(404);
  });

  test('the browser sees its last ten payments for a day', async () => {
    const shopper = await payer(shop, 'card');
    const [, token] = shopper.cookie.split('=');
    const later = (count: number) => Array.from({ length: count }, newToken);
    const cookieWith = (count: number) =>
      `fynbos-payments=${[token, ...later(count)].join('.')}; fynbos-payment=${newToken()}`;
    const seen = await statusOf(shopper, cookieWith(8));
    expect(seen.status).toBe(200);
    expect(seen.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^fynbos-payments=[\w.-]+; Max-Age=86400; Path=\/api\/payments; HttpOnly; /),
    ]);
    expect((await statusOf(shopper, cookieWith(9))).status).toBe(404);
  });

  test('a payment of a link, whose page has no cookie of the API, hides no earlier payment', async () => {
    const shopper = await payer(shop, 'card');
    const linked = await payer(shop, 'card');
    const seen = await statusOf(shopper, shopper.cookie);
    const cookie = `${cookiesAfter(seen)}; ${linked.cookie}`;
    expect([(await statusOf(shopper, cookie)).status, (await statusOf(linked, cookie)).status]).toEqual([
      200, 200,
    ]);
  });

  test('a payment continued in another browser stays visible in both', async () => {
    const shopper = await payer(shop, 'card');
    const elsewhere = cookiesAfter(await continueIn(shopper, ''));
    expect([
      (await statusOf(shopper, shopper.cookie)).status,
      (await statusOf(shopper, elsewhere)).status,
    ]).toEqual([200, 200]);
  });

  test('the cookie of an earlier version shows its payment', async () => {
    const shopper = await payer(shop, 'card');
    const token = newToken();
    await shop.db
      .updateTable('payment_attempt')
      .set({ view_hash: hashOf(token) })
      .where('reference', '=', shopper.reference)
      .execute();
    expect((await statusOf(shopper, `fynbos-payment=${token}`)).status).toBe(200);
  });
});
