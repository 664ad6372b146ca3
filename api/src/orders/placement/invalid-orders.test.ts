import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { filled, filling, methodOf, richFiles } from '@fynbos/test-kit/orders/random-carts.ts';
import { countOrders } from '@fynbos/test-kit/payments/ledger-comparison.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import type { TestResponse } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../../catalogue/import/import.ts';
import { disableCoupon } from '../../promotions/promotion-service.ts';

/** A valid order with one error is refused with its reason and leaves no trace. */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(richFiles, behindProxy);
});
afterAll(() => shop.close());

type Body = Awaited<ReturnType<typeof rightOrder>>['body'];
type Information = Body['addressInformation'];
const problemOf = ({ body }: TestResponse) => body.meta?.problem as string | undefined;
const load = (file: Record<string, string>) => withFiles(file, (folder) => importInto(shop.db, folder));
const inside = (of: (was: Information) => object) => (body: Body) => ({
  ...body,
  addressInformation: { ...body.addressInformation, ...of(body.addressInformation) },
});
const abroad = {
  country_id: 'DE',
  postcode: '80331',
  region: '',
  region_code: '',
  telephone: '+49891234567',
};

let shoppers = 0;

/** A filled cart, and its order as the shop's pages send it. */
async function rightOrder(contents: Parameters<typeof filled>[1]) {
  const { cart, total } = await filled(shop, contents);
  const { addressInformation, ...sent } = await orderOf(cart, { grand_total: total });
  const place = { ...addressInformation.shippingAddress, email: `shopper${++shoppers}@example.org` };
  const information = {
    ...{ ...addressInformation, shippingAddress: place, billingAddress: place },
    shipping_carrier_code: contents.carrier as string,
    shipping_method_code: methodOf[contents.carrier] as string,
  };
  return { cart, total, body: { ...sent, grand_total: total, addressInformation: information } };
}

const onDelivery = 'cashondelivery';
/** The same order with an online payment. An order for an online payment is changed to pay on delivery. */
const paidOnline = (body: Body) => ({
  ...inside(({ payment_method_code: method }) => ({
    payment_method_code: method === onDelivery ? 'card' : method === 'card' ? onDelivery : method,
  }))(body),
  checkoutReference: crypto.randomUUID(),
});

/** A change that a client can make to the body, and the resulting problem code. */
const changes: Record<string, { make: (body: Body) => object; problem: string }> = {
  'an unknown shipping method': {
    make: inside(() => ({ shipping_method_code: 'rocket' })),
    problem: 'shipping_method_unknown',
  },
  'collection without a chosen store, far from every store': {
    make: inside(({ shippingAddress }) => ({
      shippingAddress: { ...shippingAddress, region: 'Free State', region_code: 'ZA-FS', postcode: '9301' },
      ...{ shipping_carrier_code: 'shop', shipping_method_code: 'collect' },
    })),
    problem: 'shipping_method_unknown',
  },
  'no shipping method': {
    make: inside(() => ({ shipping_method_code: null })),
    problem: 'shipping_method_unknown',
  },
  'an expensive carrier with the method of a cheap one': {
    make: inside((was) => ({ shipping_carrier_code: was.shipping_carrier_code.toUpperCase() })),
    problem: 'shipping_method_unknown',
  },
  'a country without delivery': {
    make: inside((was) => ({ shippingAddress: { ...was.shippingAddress, ...abroad } })),
    problem: 'shipping_method_unknown',
  },
  'no shipping address': {
    make: inside(() => ({ shippingAddress: null })),
    problem: 'order_address_invalid',
  },
  'the free payment method': {
    make: inside(() => ({ payment_method_code: 'free' })),
    problem: 'payment_method_unknown',
  },
  'a payment method of another endpoint': {
    make: (body) => ({
      ...inside(() => ({ payment_method_code: 'card' }))(body),
      checkoutReference: crypto.randomUUID(),
    }),
    problem: 'payment_method_unknown',
  },
  'an unknown payment method': {
    make: inside(() => ({ payment_method_code: 'invoice' })),
    problem: 'payment_method_unknown',
  },
  'another total': { make: (body) => ({ ...body, grand_total: 0.01 }), problem: 'total_changed' },
  'no total at all': { make: (body) => ({ ...body, grand_total: 0 }), problem: 'total_changed' },
  'a negative total': { make: (body) => ({ ...body, grand_total: -1 }), problem: 'total_changed' },
  'a huge total': {
    make: (body) => ({ ...body, grand_total: 1e308 }),
    problem: 'total_changed',
  },
  'an additional line': {
    make: (body) => ({ ...body, products: [...body.products, { sku: 'TEA', qty: 1 }] }),
    problem: 'total_changed',
  },
  'a missing or replaced line': {
    make: (body) => ({ ...body, products: [...body.products.slice(1), { sku: 'FEW', qty: 1 }] }),
    problem: 'total_changed',
  },
  ...Object.fromEntries(
    [-1, 0, 0.5, 77, 1e9].map((qty) => [
      `${qty} units of a line`,
      {
        make: (body: Body) => ({
          ...body,
          products: [{ ...body.products[0], qty }, ...body.products.slice(1)],
        }),
        problem: 'total_changed or invalid_input',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['price', 'price_incl_tax', 'priceInclTax'].flatMap((field) =>
      [0, -1, 0.01, 1e308].map((amount) => [
        `${amount} as ${field}`,
        {
          make: (body: Body) => ({
            ...body,
            products: [{ ...body.products[0], [field]: amount }, ...body.products.slice(1)],
          }),
          problem: 'total_changed',
        },
      ]),
    ),
  ),
};

describe('order with one error (T20, T1)', () => {
  test('an order with one error is refused with its reason, on delivery and online; the valid one is placed', async ({
    task,
  }) => {
    const names = Object.keys(changes);
    const each = 4;
    // Each change once; the long form tries each change with many carts.
    const count = isLong ? 400 : Math.ceil(names.length / each);
    let attempts = 0;
    for (const [index, contents] of fc.sample(filling, { numRuns: count, seed: 11 }).entries()) {
      const { cart, body } = await rightOrder(contents);
      const orders = await countOrders(shop.db);
      const before = [await cart.pull(), await cart.totals()];
      for (let next = 0; next < each; next++) {
        const name = names[(index * each + next) % names.length]!;
        const { make, problem } = changes[name]!;
        const wrong = make(body) as Body;
        for (const response of [
          await cart.post('/api/order', wrong),
          await cart.post('/api/order/save-pending-order', paidOnline(wrong)),
        ]) {
          const outcome = problemOf(response) ?? 'placed';
          expect([name, contents, outcome, problem.includes(outcome)]).toEqual([
            name,
            contents,
            outcome,
            true,
          ]);
          attempts += 1;
        }
      }
      expect([await cart.pull(), await cart.totals()]).toEqual(before);
      expect(await countOrders(shop.db)).toEqual(orders);
      const right = await cart.post('/api/order', body);
      expect([contents, right.status, problemOf(right)]).toEqual([contents, 200, undefined]);
    }
    expect(await invariantViolations(shop.db, shop.now())).toEqual([]);
    task.meta.attempts = attempts;
  }, 600_000);

  test('an order does not use prices and products that have changed meanwhile', async ({ task }) => {
    const plain = { withGift: false, coupon: null, voucher: false, carrier: 'van' } as const;
    const rows = 'sku,price_incl_tax,special_price_incl_tax,tax_class,max_sale_qty,status\n';
    const cases: [string, object, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'order_lines_unavailable',
        { sku: 'TEA' },
        () => load({ 'products.csv': `${rows}TEA,59.99,,standard,,2\n` }),
        () => load({ 'products.csv': `${rows}TEA,59.99,,standard,,1\n` }),
      ],
      [
        'order_lines_unavailable',
        { sku: 'SHIRT-RED' },
        () => load({ 'products.csv': 'sku,status\nSHIRT,2\n' }),
        () => load({ 'products.csv': 'sku,status\nSHIRT,1\n' }),
      ],
      [
        'total_changed',
        { sku: 'JAM' },
        () => load({ 'products.csv': 'sku,special_price_incl_tax\nJAM,\n' }),
        () => load({ 'products.csv': 'sku,special_price_incl_tax,tax_class\nJAM,66.61,standard\n' }),
      ],
    ];
    for (const [problem, item, change, back] of cases) {
      const { cart, body } = await rightOrder({ ...plain, lines: [{ item: item as never, qty: 1 }] });
      const before = JSON.stringify([await cart.pull(), await cart.totals()]);
      expect(await change()).toMatchObject({ ok: true });
      await expect
        .poll(async () => JSON.stringify([await cart.pull(), await cart.totals()]))
        .not.toBe(before);
      for (const [path, paymentMethod] of [
        ['/api/order', 'cashondelivery'],
        ['/api/order/save-pending-order', 'card'],
      ] as const) {
        const sent = inside(() => ({ payment_method_code: paymentMethod }))(body);
        const response = await cart.post(path, { ...sent, checkoutReference: crypto.randomUUID() });
        expect([item, path, problemOf(response)]).toEqual([item, path, problem]);
      }
      expect(await back()).toMatchObject({ ok: true });
    }
    const withCode = await rightOrder({
      ...plain,
      coupon: 'OFF',
      lines: [{ item: { sku: 'OATS' }, qty: 2 }],
    });
    await disableCoupon(shop.db, 'OFF');
    expect(problemOf(await withCode.cart.post('/api/order', withCode.body))).toBe('total_changed');
    task.meta.attempts = cases.length * 2 + 1;
  });

  test('unavailable products cannot be added to a cart', async ({ task }) => {
    const items = [
      { sku: 'GONE', qty: 1 },
      { sku: 'FEW', qty: 4 },
      { sku: 'SHIRT', qty: 1 },
      { sku: 'BOX', qty: 1 },
      { sku: 'NOBODY', qty: 1 },
    ];
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    for (const item of items)
      expect([item.sku, (await cart.update(item)).status >= 400]).toEqual([item.sku, true]);
    expect(await cart.pull()).toEqual([]);
    task.meta.attempts = items.length;
  });
});

describe('read-only fields in an order (T14)', () => {
  const foreign = {
    ...{
      state: 'delivered',
      status: 'complete',
      customer_id: 1,
      number: '000000001',
      increment_id: '000000001',
    },
    ...{
      grand_total_cents: 1,
      grandTotal: 0.01,
      base_grand_total: 0.01,
      subtotal: 0,
      currency: 'EUR',
      order_currency_code: 'ZWL',
    },
    ...{
      store_code: 'de',
      placed_at: '2000-01-01',
      held_until: '2099-01-01',
      coupon_code: 'FIRST',
      voucher_code: 'GIFT-30',
    },
    ...{
      group_id: 2,
      groupToken: 'x',
      is_paid: true,
      captured_cents: 999_999,
      payment_title: 'Paid',
      tries: 0,
    },
    ...{
      shipping_amount: 0,
      shipping_incl_tax: 0,
      tax_amount: 0,
      tax_class_id: 0,
      discount_amount: 1e6,
      free_shipping: true,
    },
    ...{ is_admin: true, fulfilment_store: 'CPT', mailbox: 'x@y.z', email_confirmed: true, by: 'operator' },
  };

  /** Adds the fields to every object of the body. */
  function grown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(grown);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, child]) => [name, grown(child)] as const);
    return { ...foreign, ...Object.fromEntries(entries) };
  }

  test('read-only fields in any object of an order are ignored, on delivery and online', async ({ task }) => {
    const customer = await logInPerson(shop);
    let attempts = 0;
    for (const [path, paymentMethod] of [
      ['/api/order', 'cashondelivery'],
      ['/api/order/save-pending-order', 'card'],
    ] as const)
      for (const headers of [{}, { authorization: `Bearer ${customer.token}` }] as Record<string, string>[]) {
        const rows = [];
        for (const change of [(body: object) => body, grown]) {
          const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...headers });
          await cart.update({ sku: 'OATS', qty: 2 });
          const { addressInformation, ...sent } = await orderOf(cart, { grand_total: 146.98 });
          const information = { ...addressInformation, payment_method_code: paymentMethod };
          const body = change({
            ...sent,
            addressInformation: information,
            checkoutReference: crypto.randomUUID(),
          });
          const response = await cart.post(path, body as object);
          expect([path, response.status, problemOf(response)]).toEqual([path, 200, undefined]);
          rows.push(await rowOf(sent.order_id));
          // A customer's next order would include the waiting cart, so it is emptied first.
          if (headers.authorization) await shop.db.deleteFrom('cart_line').execute();
          attempts += 1;
        }
        // The object of the payment method is the client's own: it is stored as sent, and nothing reads it.
        const [plain, withMore] = rows.map((row) => ({ ...row, payment_additional: undefined }));
        expect(withMore).toEqual(plain);
      }
    task.meta.attempts = attempts * Object.keys(foreign).length;
  });

  test('fields that would change prototypes are refused', async ({ task }) => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'OATS', qty: 2 });
    const sent = JSON.stringify(await orderOf(cart));
    const names = ['"__proto__":{"grand_total":1}', '"constructor":{"prototype":{"grand_total":1}}'];
    for (const name of names)
      for (const at of [...sent.matchAll(/\{/g)].map(({ index }) => index + 1)) {
        const body = `${sent.slice(0, at)}${name},${sent.slice(at)}`;
        const { status } = await shop.post('/api/order', body, cart.headers);
        expect([name, at, status]).toEqual([name, at, 400]);
      }
    expect((await cart.pull()).length).toBe(1);
    task.meta.attempts = names.length * [...sent.matchAll(/\{/g)].length;
  });

  /** The stored order, without the columns that differ for every order. */
  async function rowOf(orderId: string) {
    const {
      id,
      order_id,
      number,
      cart_id,
      placed_at,
      updated_at: _,
      held_until,
      client_key: _client,
      fingerprint,
      cart_token_hash,
      ...row
    } = await shop.db
      .selectFrom('sales_order')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect([id, order_id, number, cart_id, placed_at, fingerprint, cart_token_hash].every(Boolean)).toBe(
      true,
    );
    const attempts = await shop.db
      .selectFrom('payment_attempt')
      .select([
        'provider',
        'state',
        'amount_cents',
        'currency',
        'charge_cents',
        'attempt_no',
        'review',
        'mode',
      ])
      .where('order_id', '=', id)
      .execute();
    return { ...row, isHeld: held_until !== null, attempts };
  }
});
