import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { importInto } from '../catalogue/import/import.ts';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { countOrders } from '../payments/testing/books.ts';
import { disableCoupon } from '../promotions/service.ts';
import { isLong } from '../testing/long.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import type { Answered } from '../testing/shop.ts';
import { faultsIn } from './testing/books.ts';
import { orderOf } from './testing/order.ts';
import { filled, filling, richFiles } from './testing/rich-shop.ts';

/** A right order with one thing wrong in it: refused with its reason, and nothing of it stays. */

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(richFiles, behindProxy);
});
afterAll(() => shop.close());

type Body = Awaited<ReturnType<typeof rightOrder>>['body'];
type Information = Body['addressInformation'];
const problemOf = ({ body }: Answered) => body.meta?.problem as string | undefined;
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
async function rightOrder(one: Parameters<typeof filled>[1]) {
  const { cart, total } = await filled(shop, one);
  const { addressInformation, ...sent } = await orderOf(cart, { grand_total: total });
  const place = { ...addressInformation.shippingAddress, email: `shopper${++shoppers}@example.org` };
  const information = {
    ...{ ...addressInformation, shippingAddress: place, billingAddress: place },
    shipping_carrier_code: one.carrier as string,
  };
  return { cart, total, body: { ...sent, grand_total: total, addressInformation: information } };
}

const atTheDoor = 'cashondelivery';
/** The same order on its way to a provider; what is said to go there is said to be paid at the door. */
const paidOnline = (body: Body) => ({
  ...inside(({ payment_method_code: way }) => ({
    payment_method_code: way === atTheDoor ? 'card' : way === 'card' ? atTheDoor : way,
  }))(body),
  checkoutReference: crypto.randomUUID(),
});

/** What a client may change in the body, and what it is told. */
const changes: Record<string, { make: (body: Body) => object; problem: string }> = {
  'a way of delivery nobody offers': {
    make: inside(() => ({ shipping_method_code: 'rocket' })),
    problem: 'shipping_method_unknown',
  },
  'collecting where no store is chosen': {
    make: inside(() => ({ shipping_carrier_code: 'shop', shipping_method_code: 'collect' })),
    problem: 'shipping_method_unknown',
  },
  'no way of delivery': {
    make: inside(() => ({ shipping_method_code: null })),
    problem: 'shipping_method_unknown',
  },
  'a dear way by the method of a cheap one': {
    make: inside((was) => ({ shipping_carrier_code: was.shipping_carrier_code.toUpperCase() })),
    problem: 'shipping_method_unknown',
  },
  'a country that is not delivered to': {
    make: inside((was) => ({ shippingAddress: { ...was.shippingAddress, ...abroad } })),
    problem: 'shipping_method_unknown',
  },
  'no address to bring it to': {
    make: inside(() => ({ shippingAddress: null })),
    problem: 'order_address_invalid',
  },
  'nothing to pay': {
    make: inside(() => ({ payment_method_code: 'free' })),
    problem: 'payment_method_unknown',
  },
  'a payment that is made elsewhere': {
    make: inside(() => ({ payment_method_code: 'card' })),
    problem: 'payment_method_unknown',
  },
  'a way to pay nobody offers': {
    make: inside(() => ({ payment_method_code: 'invoice' })),
    problem: 'payment_method_unknown',
  },
  'another total': { make: (body) => ({ ...body, grand_total: 0.01 }), problem: 'total_changed' },
  'no total at all': { make: (body) => ({ ...body, grand_total: 0 }), problem: 'total_changed' },
  'a total below nothing': { make: (body) => ({ ...body, grand_total: -1 }), problem: 'total_changed' },
  'a total beyond everything': {
    make: (body) => ({ ...body, grand_total: 1e308 }),
    problem: 'total_changed',
  },
  'a line more': {
    make: (body) => ({ ...body, products: [...body.products, { sku: 'TEA', qty: 1 }] }),
    problem: 'total_changed',
  },
  'a line less, or another one': {
    make: (body) => ({ ...body, products: [...body.products.slice(1), { sku: 'FEW', qty: 1 }] }),
    problem: 'total_changed',
  },
  ...Object.fromEntries(
    [-1, 0, 0.5, 77, 1e9].map((qty) => [
      `${qty} pieces of a line`,
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

describe('an order with one thing wrong (T20, T1)', () => {
  test('is refused with its reason, at the door and online, whatever the cart; as it was it is placed', async ({
    task,
  }) => {
    const names = Object.keys(changes);
    const each = 4;
    // Each change once, and in the long form each of many carts.
    const count = isLong ? 400 : Math.ceil(names.length / each);
    let tried = 0;
    for (const [index, one] of fc.sample(filling, { numRuns: count, seed: 11 }).entries()) {
      const { cart, body } = await rightOrder(one);
      const orders = await countOrders(shop.db);
      const before = [await cart.pull(), await cart.totals()];
      for (let next = 0; next < each; next++) {
        const name = names[(index * each + next) % names.length]!;
        const { make, problem } = changes[name]!;
        const wrong = make(body) as Body;
        for (const answer of [
          await cart.post('/api/order', wrong),
          await cart.post('/api/order/save-pending-order', paidOnline(wrong)),
        ]) {
          const said = problemOf(answer) ?? 'placed';
          expect([name, one, said, problem.includes(said)]).toEqual([name, one, said, true]);
          tried += 1;
        }
      }
      expect([await cart.pull(), await cart.totals()]).toEqual(before);
      expect(await countOrders(shop.db)).toEqual(orders);
      const right = await cart.post('/api/order', body);
      expect([one, right.status, problemOf(right)]).toEqual([one, 200, undefined]);
    }
    expect(await faultsIn(shop.db, shop.now())).toEqual([]);
    task.meta.tried = tried;
  }, 600_000);

  test('what changed in the shop meanwhile is not sold as it was', async ({ task }) => {
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
      for (const [path, way] of [
        ['/api/order', 'cashondelivery'],
        ['/api/order/save-pending-order', 'card'],
      ] as const) {
        const sent = inside(() => ({ payment_method_code: way }))(body);
        const answer = await cart.post(path, { ...sent, checkoutReference: crypto.randomUUID() });
        expect([item, path, problemOf(answer)]).toEqual([item, path, problem]);
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
    task.meta.tried = cases.length * 2 + 1;
  });

  test('what was never to be had is in no cart', async ({ task }) => {
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
    task.meta.tried = items.length;
  });
});

describe('fields that nobody may write (T14)', () => {
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

  /** The body with the fields in every object of it. */
  function grown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(grown);
    if (typeof value !== 'object' || value === null) return value;
    const own = Object.entries(value).map(([name, one]) => [name, grown(one)] as const);
    return { ...foreign, ...Object.fromEntries(own) };
  }

  test('in any object of an order change nothing of it, paid at the door or online', async ({ task }) => {
    const customer = await logInPerson(shop);
    let tried = 0;
    for (const [path, way] of [
      ['/api/order', 'cashondelivery'],
      ['/api/order/save-pending-order', 'card'],
    ] as const)
      for (const headers of [{}, { authorization: `Bearer ${customer.token}` }] as Record<string, string>[]) {
        const rows = [];
        for (const change of [(body: object) => body, grown]) {
          const cart = await newCart(shop, { 'x-forwarded-for': freshAddress(), ...headers });
          await cart.update({ sku: 'OATS', qty: 2 });
          const { addressInformation, ...sent } = await orderOf(cart, { grand_total: 146.98 });
          const information = { ...addressInformation, payment_method_code: way };
          const body = change({
            ...sent,
            addressInformation: information,
            checkoutReference: crypto.randomUUID(),
          });
          const answered = await cart.post(path, body as object);
          expect([path, answered.status, problemOf(answered)]).toEqual([path, 200, undefined]);
          rows.push(await rowOf(sent.order_id));
          // What waits goes with the cart into the next order of a customer: it is ended first.
          if (headers.authorization) await shop.db.deleteFrom('cart_line').execute();
          tried += 1;
        }
        expect(rows[1]).toEqual(rows[0]);
      }
    task.meta.tried = tried * Object.keys(foreign).length;
  });

  test('that would change all objects are refused', async ({ task }) => {
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
    task.meta.tried = names.length * [...sent.matchAll(/\{/g)].length;
  });

  /** An order as it was written, without what every order has of its own. */
  async function rowOf(orderId: string) {
    const {
      id,
      order_id,
      number,
      cart_id,
      placed_at,
      updated_at: _,
      held_until,
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
