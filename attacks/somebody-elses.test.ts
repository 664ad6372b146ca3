import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/api/accounts/testing/people.ts';
import { cartOf, newCart, type TestCart } from '@fynbos/api/cart/testing/guest.ts';
import { address, orderOf } from '@fynbos/api/orders/testing/order.ts';
import { type Payer, payerOf, payingFiles } from '@fynbos/api/payments/testing/paying.ts';
import { openPayingShop, type PayingShop } from '@fynbos/api/testing/paying-shop.ts';
import type { TestResponse } from '@fynbos/api/testing/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whatIsKept } from './what-is-kept.ts';

/**
 * Orders and payments of somebody else: whoever asks with what belongs to another is answered as for what does not exist, to
 * the letter, and nothing changes (T3). Carts are walked in `api/src/cart/trespass.test.ts`, accounts in
 * `api/src/accounts/security.test.ts`.
 */
let shop: PayingShop;
/** Who has something. */
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
  const people = [await logInPerson(shop), await logInPerson(shop)] as const;
  owners['a customer'] = await ownerOf({ authorization: `Bearer ${people[0].token}` }, people[0].email);
  owners['a guest'] = await ownerOf({}, 'guest.owner@example.co.za');
  const [bearer, other] = people.map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const [guests, customers] = [await filled({}), await filled(other!)];
  const theirs = await newCart(shop, bearer);
  Object.assign(actors, {
    'nobody with a cart': guests.headers,
    'another customer': customers.headers,
    'another customer with the cart’s token': { ...other, 'x-cart-token': theirs.token },
    'a guest with the customer’s cart token': { 'x-cart-token': theirs.token },
    'a payment of their own': { cookie: (await payerOf(shop, await filled({}), 'card')).cookie },
    'a customer whose login has expired': { authorization: `Bearer ${expired.token}` },
    'who makes a token up': { authorization: `Bearer ${'A'.repeat(43)}` },
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
  const again = await filled(caller);
  return {
    number: body.result.orderNumber,
    orderId: sent.order_id,
    email,
    paying: await payerOf(shop, again, 'card'),
  };
}

type Asked = readonly [method: 'GET' | 'POST', path: string, body?: object];
interface Ids {
  number: string;
  reference: string;
  orderId: string;
  id: string;
}

/** An address that nobody used up the tries of. */
const anAddress = () => `asks-${crypto.randomUUID()}@example.co.za`;

/** Every call that takes the name of an order or a payment. */
const askFor = ({ number, reference, orderId, id }: Ids): Asked[] => [
  ['POST', '/api/order/find', { orderNumber: number }],
  ['POST', '/api/order/find', { orderNumber: number, email: anAddress() }],
  ['POST', '/api/order/find', { orderNumber: ` ${number} `, email: `%${anAddress()}` }],
  ['POST', '/api/order/reorder', { orderNumber: number }],
  ['POST', '/api/order/reorder', { orderNumber: number, email: anAddress() }],
  ...[reference, orderId].flatMap((checkoutReference): Asked[] => [
    ['POST', '/api/payments/card/checkout-id', { checkoutReference, grandTotal: 120 }],
    ['POST', '/api/payments/instalments/create-checkout', { checkoutReference, grandTotal: 120 }],
    ['POST', '/api/payments/local-a/create-checkout', { checkoutReference, grandTotal: 120 }],
    ['POST', '/api/payments/local-b/create-paylink', { checkoutReference, grandTotal: 120 }],
    ['POST', '/api/payments/wallet/execute', { checkoutReference, grandTotal: 120 }],
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

async function ask([method, path, body]: Asked, headers: Record<string, string>): Promise<TestResponse> {
  const from = { 'x-forwarded-for': freshAddress(), ...headers };
  return method === 'GET' ? shop.get(path, from) : shop.post(path, body, from);
}

/** What an answer says, without the number of the request. */
const said = ({ status, body: { meta, ...body } }: TestResponse) => {
  const { requestId: _, ...rest } = meta ?? {};
  return { status, ...body, meta: rest };
};

/** What is told of an order by its client's own id: that it arrived, with the shop's number of it, and when. */
const arrived = {
  platform_order_id: expect.stringMatching(/^\d+$/),
  transmited: true,
  transmited_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
  platform: 'fynbos',
  order: null,
};

/** When a payment was asked about is the clock's own. */
const byTheClock = ['payment_attempt', 'payment_event'];

describe.each(['a customer', 'a guest'] as const)('what %s has', (whose) => {
  test('is nothing to anybody else, and stays as it is (T3)', async ({ task }) => {
    const { number, orderId, paying } = owners[whose];
    const [theirs, none] = [{ number, orderId, reference: paying.reference, id: paying.id }, made()];
    const before = await whatIsKept(shop.db, byTheClock);
    const told: string[] = [];
    let tried = 0;
    for (const [who, headers] of Object.entries(actors)) {
      const unknown = askFor(none);
      for (const [at, one] of askFor(theirs).entries()) {
        const answer = said(await ask(one, headers));
        const missing = said(await ask(unknown[at]!, headers));
        tried += 1;
        if (JSON.stringify(answer) !== JSON.stringify(missing))
          told.push(`${who}, ${one.join(' ')}: ${JSON.stringify(answer)}, not ${JSON.stringify(missing)}`);
        if (answer.status !== 404 && answer.status !== 401)
          told.push(`${who}, ${one.join(' ')}: ${answer.status}`);
      }
    }
    expect(told).toEqual([]);
    expect(await whatIsKept(shop.db, byTheClock)).toEqual(before);
    expect(await paying.status()).toMatchObject({ status: 'pending', checkoutReference: paying.reference });
    task.meta.tried = tried;
  });

  test('is not told by the id its client gave it, which nobody can guess: only that it arrived (T3)', async ({
    task,
  }) => {
    const { number, orderId, email, paying } = owners[whose];
    const canaries = [number, email, ...['Thandi', 'Nkosi', 'Long Street', '821234567', 'TEA']];
    const tries: [id: string, status: number, result: unknown][] = [
      [orderId, 200, arrived],
      // One that waits for its payment has not arrived, any more than one that nobody sent.
      [paying.orderId, 200, null],
      [crypto.randomUUID(), 200, null],
      [number, 400, expect.any(String)],
      [paying.reference, 200, null],
    ];
    for (const headers of Object.values(actors)) {
      for (const [id, status, result] of tries) {
        const { body, ...answer } = await ask(['GET', `/api/sync/order/${id}`], headers);
        expect([id, answer.status, body.result]).toEqual([id, status, result]);
        expect(canaries.filter((one) => JSON.stringify(body).includes(one))).toEqual([]);
      }
    }
    task.meta.tried = tries.length * Object.keys(actors).length;
  });

  test('is told to nobody who sends its name as their own order’s (T3)', async ({ task }) => {
    const { number, orderId, paying, email } = owners[whose];
    const canaries = [number, email, paying.handed.id].filter(Boolean);
    let tried = 0;
    for (const order_id of [orderId, paying.orderId, orderId.toUpperCase()]) {
      const callers: Record<string, string>[] = [
        {},
        { authorization: actors['another customer']!.authorization! },
      ];
      for (const caller of callers) {
        const cart = await filled(caller);
        const sent = { ...(await orderOf(cart)), order_id };
        const information = { ...sent.addressInformation, payment_method_code: 'card' };
        const answers = [
          await cart.post('/api/order', sent),
          await cart.post('/api/order/save-pending-order', {
            ...{ ...sent, addressInformation: information, checkoutReference: paying.reference },
          }),
        ];
        tried += answers.length;
        for (const { status, body } of answers) {
          expect([status < 500, canaries.filter((one) => JSON.stringify(body).includes(one))]).toEqual([
            true,
            [],
          ]);
          expect(status).not.toBe(200);
        }
      }
    }
    task.meta.tried = tried;
  });
});

test('a guest’s order of a customer’s address is in no account, and opens no address book (T3)', async ({
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
  task.meta.tried = 4;
});

describe('the token of a cart that went into a customer’s', () => {
  const plantedPlace = {
    ...{ ...address, firstname: 'Plantedia', lastname: 'Canarysson', street: ['9 Planted Road', ''] },
    ...{ suburb: 'Plantedale', email: 'planted@example.co.za', telephone: '082 999 7777' },
  };
  const plantedWords = ['Plantedia', 'Canarysson', '9 Planted Road', 'Plantedale', 'planted@', '9997777'];
  const ownPlace = { ...address, street: ['77 Victim Avenue', ''] };

  test('opens nothing any more, wherever a cart’s token does (T8)', async ({ task }) => {
    const victim = await logInPerson(shop);
    const planted = await filled({});
    const paying = await payerOf(shop, await filled({}), 'card');
    await planted.post('/api/cart/shipping-information', {
      addressInformation: { shippingAddress: plantedPlace, billingAddress: plantedPlace },
    });
    const login = { authorization: `Bearer ${victim.token}` };
    const { body } = await shop.post('/api/cart/create', {}, { ...login, 'x-cart-token': planted.token });
    const own = { ...login, 'x-cart-token': body.result as string };
    expect((await shop.get('/api/cart/pull', own)).body.result).toMatchObject([{ sku: 'TEA', qty: 1 }]);
    // The customer says where to, and pays there: none of it is for whoever planted the cart.
    const customers = cartOf(shop, own['x-cart-token'], login);
    const theirs = [
      await customers.post('/api/cart/shipping-information', {
        addressInformation: { shippingAddress: ownPlace, billingAddress: ownPlace },
      }),
      await customers.post('/api/cart/shipping-methods', { address: ownPlace }),
      ...(await Promise.all(
        ['pull', 'totals', 'payment-methods', 'coupon'].map((what) => customers.get(`/api/cart/${what}`)),
      )),
    ];
    const sent = await orderOf(await filled({}));
    const information = { ...sent.addressInformation, payment_method_code: 'card' };
    const calls: Asked[] = [
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
      ...askFor({ ...made(), reference: paying.reference, orderId: paying.orderId, id: paying.id }),
    ];
    for (const one of calls) {
      const dead = said(await ask(one, { 'x-cart-token': planted.token }));
      expect([one, dead]).toEqual([one, said(await ask(one, { 'x-cart-token': 'A'.repeat(43) }))]);
      expect([404, 401]).toContain(dead.status);
    }
    // Merged once: who has the token cannot add to the customer's cart again, nor can another customer.
    const again = [victim, await logInPerson(shop)];
    for (const { token } of again)
      await shop.post(
        '/api/cart/create',
        {},
        { authorization: `Bearer ${token}`, 'x-cart-token': planted.token },
      );
    expect((await shop.get('/api/cart/pull', own)).body.result).toMatchObject([{ sku: 'TEA', qty: 1 }]);
    const ordered = await orderOf(customers);
    const place = { ...ordered.addressInformation, shippingAddress: ownPlace, billingAddress: ownPlace };
    theirs.push(await customers.post('/api/order', { ...ordered, addressInformation: place }));
    const { orderNumber } = theirs.at(-1)!.body.result;
    const found = await shop.post('/api/order/find', { orderNumber }, login);
    // Where the order went is told to the customer, and nothing of what was planted.
    expect(JSON.stringify(found.body)).toContain(ownPlace.street[0]);
    theirs.push(found, await shop.get('/api/user/order-history', login));
    theirs.push(await shop.get('/api/user/me', login), await shop.get('/api/user/export', login));
    for (const { status, body } of theirs) {
      expect([status, body]).toEqual([200, body]);
      expect(plantedWords.filter((word) => JSON.stringify(body).includes(word))).toEqual([]);
    }
    const attempts: Asked[] = [
      ['POST', '/api/order/find', { orderNumber }],
      ['POST', '/api/order/find', { orderNumber, email: plantedPlace.email }],
      ['POST', '/api/order/reorder', { orderNumber }],
      ['GET', '/api/cart/pull'],
    ];
    for (const one of attempts) {
      const { status, body } = await ask(one, { 'x-cart-token': planted.token });
      expect([404, 401]).toContain(status);
      expect(JSON.stringify(body)).not.toContain(ownPlace.street[0]);
    }
    task.meta.tried = calls.length + again.length + attempts.length;
  });
});
