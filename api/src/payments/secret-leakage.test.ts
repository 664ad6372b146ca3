import { providerCodes } from '@fynbos/core/payments/providers.ts';
import {
  behindProxy,
  freshAddress,
  logInPerson,
  type Person,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { type Payer, payer, payerOf, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { readOrderState, settled } from '@fynbos/test-kit/payments/settled-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { providersOf } from './provider-setup.ts';
import { refundOrder } from './refunds/refund-service.ts';

/** No secret may appear in a log or in a URL that other parties store (T16). */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(payingFiles, { ...behindProxy, LOG_LEVEL: 'debug' });
});
afterAll(() => shop.close());

const cardNumber = '4200000000000091';
const clientSecret = 'pi_3NeverLogMe_secret_canary';

/** Runs a payment with each failure once and then successfully. */
async function play(shopper: Payer, viewer: { token: string }): Promise<void> {
  const { provider, id, reference, cookie } = shopper;
  const { secret, ...caller } = { secret: viewer.token, cookie };
  for (const kind of ['before', 'after', '500', 'malformed', 'html', '429'])
    await shop.scenario({ provider, faults: [{ on: 'query', kind, times: 1 }] });
  for (let times = 0; times < 4; times++) await shopper.status();
  const places = [
    `/api/payments/${provider}/process-order?id=${encodeURIComponent(id)}&resourcePath=/v1/checkouts/${id}/payment`,
    `/api/payments/${provider}/status?ref=${reference}&token=${secret}`,
    `/order/status?payment_intent=pi_1&payment_intent_client_secret=${clientSecret}&redirect_status=succeeded`,
  ];
  for (const place of places) await shop.get(place, caller);
  await shop.post(
    `/order/status?payment_intent_client_secret=${clientSecret}`,
    { secret: clientSecret },
    caller,
  );
  if (provider === 'card')
    await fetch(`${shop.sandboxUrl}/oppwa/v1/checkouts/${id}/payment`, {
      method: 'POST',
      body: new URLSearchParams({
        'card.number': cardNumber,
        'card.holder': 'T NKOSI',
        'card.expiry': '12/34',
        act: 'decline',
      }),
      redirect: 'manual',
    });
  await shop.act(provider, id, 'pay');
  if (provider !== 'instalments')
    for (const kind of ['again', 'forged', 'altered', 'other_merchant', 'oversize'])
      await shop.sendHook(provider, id, { kind });
  // Lets the circuit breaker and the throttle recover.
  await shop.advance(70_000);
  await expect.poll(async () => (await shopper.status()).status).toBe('paid');
}

test('no key, token, password, card number or cookie appears in a log or a URL (T16)', async ({ task }) => {
  const customers: Person[] = [];
  const payers: Payer[] = [];
  for (const provider of providerCodes) {
    // The clock advances past the lifetime of a login.
    const customer = await logInPerson(shop);
    customers.push(customer);
    const headers = { authorization: `Bearer ${customer.token}`, 'x-forwarded-for': freshAddress() };
    const cart = await newCart(shop, headers);
    await cart.update({ sku: 'TEA', qty: 1 });
    for (const shopper of [await payer(shop, provider), await payerOf(shop, cart, provider)]) {
      payers.push(shopper);
      await play(shopper, customer);
      const { id } = await readOrderState(shop.db, shopper.orderId);
      await shop.scenario({ provider, faults: [{ on: 'refund', kind: 'after', times: 1 }] });
      const providers = providersOf(readConfig(shop.settings));
      const refund = { value: 1000, reason: 'test', by: 'test' };
      await refundOrder({ db: shop.db, providers, now: () => new Date() }, id, refund);
    }
  }
  await settled(shop);

  const requests = await shop.requests();
  const sentSecrets = requests.flatMap(({ headers }) => {
    const { authorization = '', cookie = '' } = headers as Record<string, string>;
    return [authorization.split(' ').at(-1)!, cookie].filter(Boolean);
  });
  const shopSecrets = [
    ...customers.flatMap(({ token, refreshToken }) => [token, refreshToken]),
    ...[password, clientSecret, cardNumber],
    ...payers.flatMap(({ cart, cookie }) => [cart.token, cookie.split('=')[1]!]),
  ];
  const keys = Object.entries(shop.settings)
    .filter(([name]) => /TOKEN|KEY|SECRET/.test(name))
    .map(([, value]) => value);
  expect(keys.length).toBeGreaterThanOrEqual(6);
  expect(sentSecrets.length).toBeGreaterThan(30);
  const secrets = [...new Set([...keys, ...shopSecrets, ...sentSecrets])];
  expect(secrets.every((secret) => secret.length >= 8)).toBe(true);
  const leaks = (where: string, texts: readonly string[]) =>
    texts.flatMap((text) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret} in ${text}`),
    );

  expect(shop.log.length).toBeGreaterThan(200);
  task.meta.attempts = secrets.length;
  expect(leaks('log', shop.log)).toEqual([]);
  expect(
    leaks(
      'address',
      requests.map(({ url }) => url),
    ),
  ).toEqual([]);
  // The shop's own secrets are never sent to a provider either.
  const ownSecrets = new Set(shopSecrets);
  const leaking = requests.filter(({ body }) => [...ownSecrets].some((secret) => body.includes(secret)));
  expect(leaking.map(({ url }) => url)).toEqual([]);
  const storedRows = await Promise.all(
    (['payment_event', 'payment_attempt', 'payment_review', 'refund', 'money_entry'] as const).map((table) =>
      shop.db.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(
    leaks(
      'books',
      storedRows.flat().map((row) => JSON.stringify(row)),
    ),
  ).toEqual([]);
  console.log(
    `${secrets.length} secrets checked in ${shop.log.length} log lines and ${requests.length} URLs`,
  );
}, 600_000);
