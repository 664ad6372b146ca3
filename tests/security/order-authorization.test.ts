import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/test-kit/accounts/customers.ts';
import { cartOf, newCart, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { type Payer, payerOf, payingFiles, redirectPaths } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFingerprint } from './database-checksum.ts';

/**
 * Access to orders and payments of another person. A caller without the right gets exactly the response for
 * an unknown id, and nothing changes (T3). Carts are tested in `api/src/cart/cart-authorization.test.ts`, accounts in
 * `api/src/accounts/account-attacks.test.ts`.
 */
let shop: PayingShop;
/** Owner of an order and a payment. */
interface Owner {
  number: string;
  orderId: string;
  email: string;
  paying: Payer;
}
const owners: Record<'a customer' | 'a guest', Owner> = {} as never;
const actors: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  shop = await openPayingShop(payingFiles, behindProxy);
  const expired = await logInPerson(shop);
  await shop.advance(11 * 60_000);
  const users = [await logInPerson(shop), await logInPerson(shop)] as const;
  owners['a customer'] = await ownerOf({ authorization: `Bearer ${users[0].token}` }, users[0].email);
  owners['a guest'] = await ownerOf({}, 'guest.owner@example.co.za');
  const [bearer, otherBearer] = users.map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const [guests, customers] = [await filled({}), await filled(otherBearer!)];
  const customerCart = await newCart(shop, bearer);
  Object.assign(actors, {
    'another guest with a cart': guests.headers,
    'another customer': customers.headers,
    'another customer with the cart’s token': { ...otherBearer, 'x-cart-token': customerCart.token },
    'a guest with the customer’s cart token': { 'x-cart-token': customerCart.token },
    'a guest with another payment': { cookie: (await payerOf(shop, await filled({}), 'card')).cookie },
    'a customer whose login has expired': { authorization: `Bearer ${expired.token}` },
    'a caller with an invented token': { authorization: `Bearer ${'A'.repeat(43)}` },
  });
});
afterAll(() => shop.close());

async function filled(caller: Record<string, string>): Promise<TestCart> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...caller });
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart;
}

async function ownerOf(caller: Record<string, string>, email: string): Promise<Owner> {
  const cart = await filled(caller);
  const sent = await orderOf(cart);
  const place = { ...address, email };
  const information = { ...sent.addressInformation, shippingAddress: place, billingAddress: place };
  const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
  const secondCart = await filled(caller);
  return {
    number: body.result.orderNumber,
    orderId: sent.order_id,
    email,
    paying: await payerOf(shop, secondCart, 'card'),
  };
}

type ApiCall = readonly [method: 'GET' | 'POST', path: string, body?: object];
interface Ids {
  number: string;
  reference: string;
  orderId: string;
  id: string;
}

/** An e-mail address with no attempts counted yet. */
const anAddress = () => `asks-${crypto.randomUUID()}@example.co.za`;

/** Every call that takes the id of an order or a payment. */
const callsWith = ({ number, reference, orderId, id }: Ids): ApiCall[] => [
  ['POST', '/api/order/find', { orderNumber: number }],
  ['POST', '/api/order/find', { orderNumber: number, email: anAddress() }],
  ['POST', '/api/order/find', { orderNumber: ` ${number} `, email: `%${anAddress()}` }],
  ['POST', '/api/order/reorder', { orderNumber: number }],
  ['POST', '/api/order/reorder', { orderNumber: number, email: anAddress() }],
  ...[reference, orderId].flatMap((checkoutReference): ApiCall[] => [
    ...Object.values(redirectPaths).map(
      (path): ApiCall => ['POST', path, { checkoutReference, grandTotal: 120 }],
    ),
    ['POST', '/api/payments/wallet/execute', { checkoutReference, token: id, PayerID: 'X' }],
    ['GET', `/api/payments/card/process-order?ref=${checkoutReference}`],
    ['GET', `/api/payments/card/status?ref=${checkoutReference}`],
    ['GET', `/api/payments/wallet/status?ref=${checkoutReference}`],
    ['GET', `/api/payments/card/status?ref=${checkoutReference.toUpperCase()}`],
  ]),
  ['GET', `/api/payments/card/process-order?id=${encodeURIComponent(id)}`],
  ['GET', `/api/payments/card/process-order?id=${encodeURIComponent(id)}&ref=${reference}`],
];

const made = (): Ids => ({
  ...{ number: '999999', reference: crypto.randomUUID(), orderId: crypto.randomUUID() },
  id: 'F0E1D2C3B4A5968778695A4B3C2D1E0F.uat01-vm-tx01',
});

async function send([method, path, body]: ApiCall, headers: Record<string, string>): Promise<TestResponse> {
  const from = { 'x-forwarded-for': freshAddress(), ...headers };
  return method === 'GET' ? shop.get(path, from) : shop.post(path, body, from);
}

/** A response without its request id. */
const contentOf = ({ status, body: { meta, ...body } }: TestResponse) => {
  const { requestId: _, ...rest } = meta ?? {};
  return { status, ...body, meta: rest };
};

/** The response to a query by the client's order id: the order arrived, with its number and time. */
const arrived = {
  platform_order_id: expect.stringMatching(/^\d+$/),
  transmited: true,
  transmited_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
  platform: 'fynbos',
  order: null,
};

/** Tables that change with every poll of a payment. */
const byTheClock = ['payment_attempt', 'payment_event'];

describe.each(['a customer', 'a guest'] as const)('data of %s', (whose) => {
  test('no other caller reads or changes the order and payment (T3)', async ({ task }) => {
    const { number, orderId, paying } = owners[whose];
    const [ownerIds, none] = [{ number, orderId, reference: paying.reference, id: paying.id }, made()];
    const before = await databaseFingerprint(shop.db, byTheClock);
    const leaks: string[] = [];
    let attempts = 0;
    for (const [actor, headers] of Object.entries(actors)) {
      const unknown = callsWith(none);
      for (const [at, call] of callsWith(ownerIds).entries()) {
        const response = contentOf(await send(call, headers));
        const missing = contentOf(await send(unknown[at]!, headers));
        attempts += 1;
        if (JSON.stringify(response) !== JSON.stringify(missing))
          leaks.push(
            `${actor}, ${call.join(' ')}: ${JSON.stringify(response)}, not ${JSON.stringify(missing)}`,
          );
        if (response.status !== 404 && response.status !== 401)
          leaks.push(`${actor}, ${call.join(' ')}: ${response.status}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(await databaseFingerprint(shop.db, byTheClock)).toEqual(before);
    expect(await paying.status()).toMatchObject({ status: 'pending', checkoutReference: paying.reference });
    task.meta.attempts = attempts;
  });

  test('a lookup by the random client order id reveals only that the order arrived (T3)', async ({
    task,
  }) => {
    const { number, orderId, email, paying } = owners[whose];
    const canaries = [number, email, ...['Thandi', 'Nkosi', 'Long Street', '821234567', 'TEA']];
    const lookups: [id: string, status: number, result: unknown][] = [
      [orderId, 200, arrived],
      // An order that waits for its payment has not arrived, like an unknown one.
      [paying.orderId, 200, null],
      [crypto.randomUUID(), 200, null],
      [number, 200, null],
      ['x'.repeat(65), 400, expect.any(String)],
      [paying.reference, 200, null],
    ];
    for (const headers of Object.values(actors)) {
      for (const [id, status, result] of lookups) {
        const { body, ...response } = await send(['GET', `/api/sync/order/${id}`], headers);
        expect([id, response.status, body.result]).toEqual([id, status, result]);
        expect(canaries.filter((canary) => JSON.stringify(body).includes(canary))).toEqual([]);
      }
    }
    task.meta.attempts = lookups.length * Object.keys(actors).length;
  });

  test('a caller who reuses the order id for an own order learns nothing (T3)', async ({ task }) => {
    const { number, orderId, paying, email } = owners[whose];
    const canaries = [number, email, paying.handed.id].filter(Boolean);
    let attempts = 0;
    for (const order_id of [orderId, paying.orderId, orderId.toUpperCase()]) {
      const callers: Record<string, string>[] = [
        {},
        { authorization: actors['another customer']!.authorization! },
      ];
      for (const caller of callers) {
        const cart = await filled(caller);
        const sent = { ...(await orderOf(cart)), order_id };
        const information = { ...sent.addressInformation, payment_method_code: 'card' };
        const responses = [
          await cart.post('/api/order', sent),
          await cart.post('/api/order/save-pending-order', {
            ...{ ...sent, addressInformation: information, checkoutReference: paying.reference },
          }),
        ];
        attempts += responses.length;
        for (const { status, body } of responses) {
          expect([status < 500, canaries.filter((canary) => JSON.stringify(body).includes(canary))]).toEqual([
            true,
            [],
          ]);
          expect(status).not.toBe(200);
        }
      }
    }
    task.meta.attempts = attempts;
  });
});

test('a guest order with a customer’s e-mail is in no account and reveals no address book (T3)', async ({
  task,
}) => {
  const owner: Person = await logInPerson(shop);
  const guest = await ownerOf({}, owner.email);
  const history = (await owner.request('GET', '/api/user/order-history')).body.result;
  expect([history.total_count, JSON.stringify(history).includes(guest.number)]).toEqual([0, false]);
  const cart = await filled({});
  const place = { ...address, email: owner.email };
  for (const path of [
    '/api/cart/shipping-information',
    '/api/cart/shipping-methods',
    '/api/cart/collect-totals',
  ]) {
    const { body } = await cart.post(path, {
      address: place,
      addressInformation: { shippingAddress: place },
      methods: {},
    });
    expect(JSON.stringify(body)).not.toContain('Nkosi');
  }
  task.meta.attempts = 4;
});

describe('token of a cart that was merged into a customer’s cart', () => {
  const plantedPlace = {
    ...{ ...address, firstname: 'Plantedia', lastname: 'Canarysson', street: ['9 Planted Road', ''] },
    ...{ suburb: 'Plantedale', email: 'planted@example.co.za', telephone: '082 999 7777' },
  };
  const plantedTexts = ['Plantedia', 'Canarysson', '9 Planted Road', 'Plantedale', 'planted@', '9997777'];
  const ownPlace = { ...address, street: ['77 Victim Avenue', ''] };

  test('the merged cart’s token opens nothing at any endpoint (T8)', async ({ task }) => {
    const victim = await logInPerson(shop);
    const planted = await filled({});
    const paying = await payerOf(shop, await filled({}), 'card');
    await planted.post('/api/cart/shipping-information', {
      addressInformation: { shippingAddress: plantedPlace, billingAddress: plantedPlace },
    });
    const login = { authorization: `Bearer ${victim.token}` };
    const { body } = await shop.post('/api/cart/create', {}, { ...login, 'x-cart-token': planted.token });
    const victimHeaders = { ...login, 'x-cart-token': body.result as string };
    expect((await shop.get('/api/cart/pull', victimHeaders)).body.result).toMatchObject([
      { sku: 'TEA', qty: 1 },
    ]);
    // The customer enters the address and pays. The person who planted the cart must not see any of it.
    const customers = cartOf(shop, victimHeaders['x-cart-token'], login);
    const customerResponses = [
      await customers.post('/api/cart/shipping-information', {
        addressInformation: { shippingAddress: ownPlace, billingAddress: ownPlace },
      }),
      await customers.post('/api/cart/shipping-methods', { address: ownPlace }),
      ...(await Promise.all(
        ['pull', 'totals', 'payment-methods', 'coupon'].map((resource) =>
          customers.get(`/api/cart/${resource}`),
        ),
      )),
    ];
    const sent = await orderOf(await filled({}));
    const information = { ...sent.addressInformation, payment_method_code: 'card' };
    const calls: ApiCall[] = [
      ['GET', '/api/cart/pull'],
      ['GET', '/api/cart/totals'],
      ['GET', '/api/cart/coupon'],
      ['GET', '/api/cart/payment-methods'],
      ['POST', '/api/cart/shipping-information', { addressInformation: {} }],
      ['POST', '/api/cart/shipping-methods', { address: { countryId: 'ZA' } }],
      ['POST', '/api/cart/collect-totals', { methods: {} }],
      ['POST', '/api/cart/update', { cartItem: { sku: 'TEA', qty: 5 } }],
      ['POST', '/api/order', sent],
      [
        'POST',
        '/api/order/save-pending-order',
        { ...sent, addressInformation: information, checkoutReference: crypto.randomUUID() },
      ],
      ...callsWith({ ...made(), reference: paying.reference, orderId: paying.orderId, id: paying.id }),
    ];
    for (const call of calls) {
      const dead = contentOf(await send(call, { 'x-cart-token': planted.token }));
      expect([call, dead]).toEqual([call, contentOf(await send(call, { 'x-cart-token': 'A'.repeat(43) }))]);
      expect([404, 401]).toContain(dead.status);
    }
    // The cart is merged once. The planted token cannot add to the customer's cart again, neither for this
    // customer nor for another.
    const users = [victim, await logInPerson(shop)];
    for (const { token } of users)
      await shop.post(
        '/api/cart/create',
        {},
        { authorization: `Bearer ${token}`, 'x-cart-token': planted.token },
      );
    expect((await shop.get('/api/cart/pull', victimHeaders)).body.result).toMatchObject([
      { sku: 'TEA', qty: 1 },
    ]);
    const ordered = await orderOf(customers);
    const place = { ...ordered.addressInformation, shippingAddress: ownPlace, billingAddress: ownPlace };
    customerResponses.push(await customers.post('/api/order', { ...ordered, addressInformation: place }));
    const { orderNumber } = customerResponses.at(-1)!.body.result;
    const orderLookup = await shop.post('/api/order/find', { orderNumber }, login);
    // The customer sees the delivery address and no planted data.
    expect(JSON.stringify(orderLookup.body)).toContain(ownPlace.street[0]);
    customerResponses.push(orderLookup, await shop.get('/api/user/order-history', login));
    customerResponses.push(await shop.get('/api/user/me', login), await shop.get('/api/user/export', login));
    for (const { status, body } of customerResponses) {
      expect([status, body]).toEqual([200, body]);
      expect(plantedTexts.filter((word) => JSON.stringify(body).includes(word))).toEqual([]);
    }
    const attempts: ApiCall[] = [
      ['POST', '/api/order/find', { orderNumber }],
      ['POST', '/api/order/find', { orderNumber, email: plantedPlace.email }],
      ['POST', '/api/order/reorder', { orderNumber }],
      ['GET', '/api/cart/pull'],
    ];
    for (const call of attempts) {
      const { status, body } = await send(call, { 'x-cart-token': planted.token });
      expect([404, 401]).toContain(status);
      expect(JSON.stringify(body)).not.toContain(ownPlace.street[0]);
    }
    task.meta.attempts = calls.length + users.length + attempts.length;
  });
});
