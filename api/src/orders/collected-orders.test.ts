import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import {
  decrypted,
  newBrowser,
  openPushService,
  type TestPushService,
} from '@fynbos/test-kit/network/push-service.ts';
import { address, orderFor, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { administer } from '@fynbos/test-kit/processes/cli-command.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPushKeys } from '../config/push-keys.ts';

/** Click & collect by a shopper who did not choose a store. */

const files = {
  'products.csv':
    'sku,type_id,name,price_incl_tax,categories,qty,product_type\n' +
    'OATS,simple,Oats,10.00,Pantry,4,Breakfast\nMILK,simple,Fresh milk,10.00,Fridge,4,Dairy\n',
  'stores.csv':
    'code,name,street,city,region_code,postcode,latitude,longitude,hours,services\n' +
    'CPT,Claremont,18 Suikerbossie Street,Cape Town,ZA-WC,7708,-33.98,18.46,Mo-Sa 08:00-19:00,delivery|collect\n' +
    'KNY,Knysna,3 Geelhout Walk,Knysna,ZA-WC,6571,-34.04,23.05,Mo-Sa 08:30-17:30,collect\n',
  'store-stock.csv': 'sku,store,qty\nOATS,KNY,2\n',
  'delivery.csv':
    'carrier,method,carrier_title,method_title,needs,position,price_incl_tax,from_amount\n' +
    'courier,door,Door courier,2 to 5 working days,address,10,60,0\n' +
    'collect,store,Click & collect,At your store from the next day,store,30,0,0\n',
};

let shop: TestShop;
let service: TestPushService;
beforeAll(async () => {
  service = await openPushService();
  const { publicKey, privateKey } = newPushKeys();
  const settings = {
    ...behindProxy,
    PUSH_PUBLIC_KEY: publicKey,
    PUSH_PRIVATE_KEY: privateKey,
    PUSH_SUBJECT: 'mailto:shop@fynbos.example',
    PUSH_SERVICES: service.origin,
  };
  // A Saturday: the next day no store of this shop is open.
  shop = await openSmallShop(files, settings, () => new Date('2026-11-28T10:00:00Z'));
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

const collected = { shipping_carrier_code: 'collect', shipping_method_code: 'store' };
const knysna = { ...orderFor({}).addressInformation.shippingAddress, postcode: '6570', city: 'Knysna' };

async function cartWith(sku: string, qty: number, caller?: Record<string, string>) {
  const cart = await newCart(shop, caller ?? { 'x-forwarded-for': freshAddress() });
  await cart.update({ sku, qty });
  return cart;
}
type Cart = Awaited<ReturnType<typeof cartWith>>;

async function collectionAt(cart: Cart, postcode: string, more = '') {
  const address = { ...knysna, postcode };
  const { body } = await cart.post(`/api/cart/shipping-methods${more}`, { address });
  return body.result.find(({ needs }: { needs: string }) => needs === 'store');
}

async function collect(
  cart: Cart,
  seen: { shipping_store_code?: string } = {},
  order_id = crypto.randomUUID(),
) {
  const body = { ...(await orderOf(cart)), order_id };
  const addressInformation = { ...body.addressInformation, shippingAddress: knysna, ...collected, ...seen };
  const choice = { shippingAddress: knysna, shippingCarrierCode: 'collect', shippingMethodCode: 'store' };
  await cart.post('/api/cart/shipping-information', { addressInformation: choice });
  const { grand_total } = await cart.totals();
  return cart.post('/api/order', { ...body, addressInformation, grand_total });
}

describe('collection without a chosen store (spec D62)', () => {
  test('is offered at the store that the promise names, on a day on which the store is open', async () => {
    const cart = await cartWith('MILK', 1);
    const collection = await collectionAt(cart, '6570');
    const store = { code: 'KNY', name: 'Knysna' };
    expect(collection).toMatchObject({ available: true, default: true, store, expected_first: '2026-11-30' });
    const { methods } = (await shop.get('/api/delivery/offer?place=6570')).body.result;
    expect(methods.at(-1)).toMatchObject({ store, expected_first: '2026-11-30' });
    expect((await collectionAt(cart, '6570', '?storePartitionKey=CPT')).store.code).toBe('CPT');
    expect(await collectionAt(cart, '9301')).toBeUndefined();
  });

  test('takes the goods from the stock of that store, and is not offered without them', async () => {
    const stockAt = async (store: string) =>
      (await shop.get(`/api/stock/check?sku=OATS&storePartitionKey=${store}`)).body.result.qty;
    const before = await stockAt('CPT');
    const placed = await collect(await cartWith('OATS', 2));
    expect(placed.status).toBe(200);
    await expect.poll(() => stockAt('KNY')).toBe(0);
    expect(await stockAt('CPT')).toBe(before);
    const cart = await cartWith('OATS', 1);
    expect(await collectionAt(cart, '6570')).toBeUndefined();
    expect((await collect(cart)).body.meta.problem).toBe('shipping_method_unknown');
  });

  test('is expected in its mail on a day on which the store is open', async () => {
    const { body } = await collect(await cartWith('MILK', 1));
    const { text } = await shop.db
      .selectFrom('mail')
      .select('text')
      .where('subject', 'like', `%${body.result.orderNumber}`)
      .executeTakeFirstOrThrow();
    expect(text).toContain('Monday, November 30');
    expect(text).toContain('Knysna, 3 Geelhout Walk');
  });

  test('is refused at another store than the one that was shown', async () => {
    const refused = await collect(await cartWith('MILK', 1), { shipping_store_code: 'CPT' });
    expect(refused.body.meta.problem).toBe('shipping_method_unknown');
    const placed = await collect(await cartWith('MILK', 1), { shipping_store_code: 'KNY' });
    expect(placed.status).toBe(200);
  });
});

test('a guest is told once that the order is ready to collect, and where and when', async () => {
  const browser = newBrowser(service.origin);
  const id = crypto.randomUUID();
  const { endpoint, keys } = browser;
  expect((await shop.post('/api/push/subscribe', { endpoint, keys, order_id: id })).status).toBe(200);
  const { body } = await collect(await cartWith('MILK', 1), {}, id);
  const number: string = body.result.orderNumber;
  await expect.poll(() => service.for(browser).length).toBe(1);
  await administer(shop.db, 'orders', 'ship', number);
  const mails = await shop.db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('subject', 'like', `%${number}%`)
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your order ${number}`,
    `Your order ${number} is ready to collect at Knysna`,
  ]);
  expect(mails[1]!.text).toContain('Collect at: Knysna, 3 Geelhout Walk, Knysna, 6571');
  expect(mails[1]!.text).toContain('Opening hours: Mon – Sat: 8:30 AM – 5:30 PM');
  expect(mails.map(({ text }) => text).join()).not.toMatch(/on its way|To:/);
  const pushed = () => service.for(browser).map((message) => JSON.parse(decrypted(browser, message.body)));
  await expect
    .poll(() => pushed().map(({ title }) => title))
    .toEqual([`Order ${number} is placed`, `Order ${number} is ready to collect`]);
  expect(pushed()[1].text).toBe('Ready to collect at Knysna. Tap to see it.');
  const named = { orderNumber: number, email: address.email };
  const seen = (await shop.post('/api/order/find', named)).body.result;
  expect(seen).toMatchObject({
    status: 'shipped',
    collect_at: { name: 'Knysna', hours: 'Mo-Sa 08:30-17:30' },
  });
  expect(seen.items).toBeUndefined();
});

test('an order and its export name the store at which it is collected, and no store if it is delivered', async () => {
  const bearer = { authorization: `Bearer ${(await logInPerson(shop)).token}` };
  const storeOf = async ({ body }: TestResponse) => {
    const named = { orderNumber: body.result.orderNumber };
    const { extension_attributes } = (await shop.post('/api/order/find', named, bearer)).body.result;
    const history = (await shop.get('/api/user/order-history', bearer)).body.result;
    expect(history.items[0].extension_attributes).toEqual(extension_attributes);
    const { orders } = (await shop.get('/api/user/export', bearer)).body.result;
    expect(orders[0].extension_attributes).toEqual(extension_attributes);
    return extension_attributes.shipping_assignments[0].shipping.collect_at;
  };
  const collected = await collect(await cartWith('MILK', 1, bearer));
  const opening = { name: 'Knysna', hours: 'Mo-Sa 08:30-17:30' };
  expect(await storeOf(collected)).toMatchObject({ code: 'KNY', city: 'Knysna', ...opening });
  const cart = await cartWith('OATS', 1, bearer);
  const { addressInformation, ...body } = await orderOf(cart);
  const courier = { shipping_carrier_code: 'courier', shipping_method_code: 'door' };
  const delivered = { ...body, addressInformation: { ...addressInformation, ...courier } };
  expect(await storeOf(await cart.post('/api/order', delivered))).toBeUndefined();
});
