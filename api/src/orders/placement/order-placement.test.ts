import type { Step } from '@fynbos/core/operation/diagnostics-channels.ts';
import { behindProxy, freshAddress, logInPerson, type Person } from '@fynbos/test-kit/accounts/customers.ts';
import { cartWith, newCart, newKey, type TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { address, deliveryFile, order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importInto } from '../../catalogue/import/import.ts';
import { steps } from '../../platform/diagnostics/diagnostics-channels.ts';

const files = {
  'products.csv':
    'sku,name,price_incl_tax,tax_class,qty,type_id\nOATS,Oats,43.50,zero,40,simple\nTEA,Tea,60.00,standard,40,simple\n' +
    'LAST,Last,10.00,standard,1,simple\nGIFT,Gift card,100.00,standard,,virtual\n',
  'coupons.csv': 'code,label,kind,percent,most_uses\nTEN,10 %,percent,10,\nONCE,Once,percent,50,1\n',
  'delivery.csv': deliveryFile,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop(files, behindProxy);
});
afterAll(() => shop.close());

const guest = (...skus: string[]) => cartWith(shop, ...skus);
const stockOf = async (sku: string) => (await shop.get(`/api/stock/check?sku=${sku}`)).body.result.qty;
const load = (file: Record<string, string>) => withFiles(file, (folder) => importInto(shop.db, folder));
const find = (orderNumber: string, email = address.email) =>
  shop.post('/api/order/find', { orderNumber, email }, { 'x-forwarded-for': freshAddress() });
/** The whole order of a guest, with the link of its mails. */
const findLinked = async (orderNumber: string) => {
  const link = await orderLinkOf(shop.db, orderNumber);
  return shop.post('/api/order/find', { link }, { 'x-forwarded-for': freshAddress() });
};
const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` });

/** The names of the statements that are sent during some work. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  // Only `PreparingClient` publishes on this channel, always with a `Step`.
  const note = (step: unknown) => void names.push((step as Step).name);
  steps.statement.start.subscribe(note);
  await work().finally(() => steps.statement.start.unsubscribe(note));
  return names;
}

describe('guest order (CHK-4, wire contract 1.2)', () => {
  test('the secret of order links is read from the database once', async () => {
    const before = await stockOf('OATS');
    const placed = async () => expect((await order(await guest('OATS'))).status).toBe(200);
    await placed();
    const names = await statementsOf(placed);
    expect(names).toContain('place order');
    expect(names).not.toContain('signing key');
    await expect.poll(() => stockOf('OATS')).toBe(before - 2);
  });

  test('a guest order returns its number, takes stock, closes the cart and can be looked up', async () => {
    const cart = await guest('OATS', 'TEA');
    const before = await stockOf('OATS');
    const { status, body } = await order(cart, { grand_total: 163.5 });
    expect([status, body.result.orderNumber]).toEqual([200, expect.stringMatching(/^\d{9}$/)]);
    expect(body.result.magentoOrderId).toBe(body.result.backendOrderId);
    expect(Date.parse(body.result.transferedAt)).toBeGreaterThan(0);
    await expect.poll(() => stockOf('OATS')).toBe(before - 1);
    expect((await cart.get('/api/cart/pull')).status).toBe(404);

    const { orderLink } = body.result;
    expect(orderLink).toBe(await orderLinkOf(shop.db, body.result.orderNumber));
    const stored = (await findLinked(body.result.orderNumber)).body.result;
    expect(stored).toMatchObject({
      increment_id: body.result.orderNumber,
      state: 'new',
      status: 'pending',
      customer_firstname: 'Thandi',
      grand_total: 163.5,
      subtotal_incl_tax: 103.5,
      shipping_amount: 52.17,
      shipping_incl_tax: 60,
      discount_amount: 0,
      total_due: 163.5,
      payment: { method: 'cashondelivery', additional_information: ['Pay on delivery'] },
    });
    expect(
      stored.items.map((item: { sku: string; tax_percent: number }) => [item.sku, item.tax_percent]),
    ).toEqual([
      ['OATS', 0],
      ['TEA', 15],
    ]);
    // 15 % of tea and delivery, 0 % of oats.
    expect(stored.extension_attributes.applied_taxes).toEqual([
      { percent: 15, net: 104.34, amount: 15.66 },
      { percent: 0, net: 43.5, amount: 0 },
    ]);
    expect(stored.tax_amount).toBe(15.66);
    expect(stored.billing_address.telephone).toBe('+27821234567');
  });

  test('an order retains the prices it was placed with', async () => {
    await load({ 'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nJAM,Jam,20.00,standard,5\n' });
    await expect.poll(() => stockOf('JAM')).toBe(5);
    const { body } = await order(await guest('JAM'));
    await load({ 'products.csv': 'sku,price_incl_tax,tax_class\nJAM,99.00,standard\n' });
    await expect
      .poll(async () => (await shop.get('/api/stock/check?sku=JAM')).body.result.price_incl_tax)
      .toBe(99);
    expect((await findLinked(body.result.orderNumber)).body.result.items[0].price_incl_tax).toBe(20);
  });

  test('an order of a virtual product needs no delivery, but cannot be paid on delivery (spec commerce 5, T20)', async () => {
    const cart = await guest('GIFT');
    const sent = await orderOf(cart);
    const { shippingAddress: _, ...information } = sent.addressInformation;
    const { body } = await cart.post('/api/order', { ...sent, addressInformation: information });
    expect(body.meta.problem).toBe('payment_method_unknown');
    expect((await cart.pull()).length).toBe(1);
  });

  test('an order is not found without its e-mail address', async () => {
    const { body } = await order(await guest('TEA'));
    const number = body.result.orderNumber;
    expect((await find(number, 'other@example.co.za')).body.meta.problem).toBe('order_not_found');
    expect((await find(String(Number(number) + 5000))).body.meta.problem).toBe('order_not_found');
    expect((await shop.post('/api/order/find', { orderNumber: number })).status).toBe(404);
    expect((await find(String(Number(number)), ' THANDI@example.co.za ')).status).toBe(200);
  });

  test('guessing addresses for order numbers is limited (T3)', async () => {
    const client = { 'x-forwarded-for': freshAddress() };
    const requests = Array.from({ length: 25 }, (_, index) =>
      shop.post('/api/order/find', { orderNumber: String(100_001 + index), email: 'a@b.co' }, client),
    );
    const problems = (await Promise.all(requests)).map(({ body }) => body.meta.problem);
    expect(problems.filter((problem) => problem === 'too_many_attempts').length).toBeGreaterThanOrEqual(4);
  });
});

describe('customer order', () => {
  test('a customer’s order is in the history of that customer only, and is mailed to the account’s address', async () => {
    const [owner, stranger] = [await logInPerson(shop), await logInPerson(shop)];
    const cart = await newCart(shop, bearer(owner));
    await cart.update({ sku: 'OATS', qty: 2 });
    const { body } = await order(cart);
    const number = body.result.orderNumber;
    // The login shows it, not a link.
    expect(body.result.orderLink).toBeUndefined();
    const history = await shop.get('/api/user/order-history', bearer(owner));
    expect(history.body.result).toMatchObject({
      total_count: 1,
      search_criteria: { page_size: 20, current_page: 1 },
      items: [{ increment_id: number, customer_email: owner.email }],
    });
    expect((await shop.get('/api/user/order-history', bearer(stranger))).body.result.items).toEqual([]);
    const foundByOwner = await shop.post('/api/order/find', { orderNumber: number }, bearer(owner));
    expect(foundByOwner.body.result.entity_id).toBe(history.body.result.items[0].entity_id);
    const foreign = await shop.post('/api/order/find', { orderNumber: number }, bearer(stranger));
    expect([foreign.status, foreign.body.meta.problem]).toEqual([404, 'order_not_found']);
    expect((await shop.get('/api/user/order-history')).status).toBe(401);
  });

  test('a customer’s cart cannot be ordered with the cart’s token alone', async () => {
    const owner = await logInPerson(shop);
    const cart = await newCart(shop, bearer(owner));
    await cart.update({ sku: 'OATS', qty: 1 });
    const sent = await orderOf(cart);
    const { status, body } = await shop.post('/api/order', sent, { 'x-cart-token': cart.token });
    expect([status, body.meta.problem]).toEqual([404, 'cart_not_found']);
  });

  test('a customer’s order sent again is found with the login only, not with the cart’s token alone (T3)', async () => {
    const owner = await logInPerson(shop);
    const cart = await newCart(shop, bearer(owner));
    await cart.update({ sku: 'OATS', qty: 1 });
    const sent = await orderOf(cart);
    const first = await cart.post('/api/order', sent);
    expect(first.status).toBe(200);
    const { status, body } = await shop.post('/api/order', sent, { 'x-cart-token': cart.token });
    expect([status, body.meta.problem]).toEqual([404, 'cart_not_found']);
    expect((await cart.post('/api/order', sent)).body).toEqual(first.body);
  });

  test('a customer gets an empty cart after an order', async () => {
    const owner = await logInPerson(shop);
    for (const _ of [1, 2]) {
      const cart = await newCart(shop, bearer(owner));
      expect(await cart.pull()).toEqual([]);
      await cart.update({ sku: 'OATS', qty: 1 });
      expect((await order(cart)).status).toBe(200);
    }
    expect(
      (await shop.get('/api/user/order-history?pageSize=1&currentPage=2', bearer(owner))).body.result,
    ).toMatchObject({
      total_count: 2,
      items: [{}],
    });
  });
});

describe('a refused order changes nothing (spec D6, spec commerce 8)', () => {
  const refused = async (cart: TestCart, sent: object) => {
    const lines = await cart.pull();
    const { status, body } = await cart.post('/api/order', sent);
    expect(await cart.pull()).toEqual(lines);
    return [status, body.meta.problem, body];
  };

  test('an order with altered amounts returns 409 with the current totals', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    for (const change of [
      { grand_total: 1 },
      { grand_total: 120.01 },
      { products: [{ ...sent.products[0], price_incl_tax: 0.01 }] },
      { products: [{ ...sent.products[0], price_incl_tax: undefined, priceInclTax: 59 }] },
      { products: [{ ...sent.products[0], price: 1 }] },
      { products: [{ ...sent.products[0], qty: 2 }] },
      { products: [{ sku: 'OATS', qty: 1 }] },
      { products: [...sent.products, { sku: 'OATS', qty: 1 }] },
    ]) {
      const [status, problem, body] = await refused(cart, { ...sent, ...change });
      expect([status, problem]).toEqual([409, 'total_changed']);
      expect(body.meta.totals.grand_total).toBe(120);
      expect(body.meta.items).toMatchObject([{ sku: 'TEA', qty: 1, price_incl_tax: 60 }]);
    }
  });

  test('an order with an invalid address returns every invalid field', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    const shippingAddress = { ...address, postcode: '80', telephone: '', street: ['PO Box 12'] };
    const information = { ...sent.addressInformation, shippingAddress };
    const [status, problem, body] = await refused(cart, { ...sent, addressInformation: information });
    expect([status, problem]).toEqual([400, 'order_address_invalid']);
    expect(body.result).toBe('Address in checkout contains invalid data, the order has been cancelled');
    const fieldErrors = body.meta.fields.map(({ field, fault: error }: { field: string; fault: string }) => [
      field,
      error,
    ]);
    expect(fieldErrors).toEqual([
      ['body/addressInformation/shippingAddress/street', 'post_box'],
      ['body/addressInformation/shippingAddress/postcode', 'postcode_digits'],
      ['body/addressInformation/shippingAddress/telephone', 'required'],
    ]);
  });

  test('an order without an e-mail address, without an address or incomplete is refused', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    const { email: _, ...nameless } = address;
    const at = (place: object) => ({ ...sent, addressInformation: { ...sent.addressInformation, ...place } });
    const both = { shippingAddress: nameless, billingAddress: nameless };
    expect((await refused(cart, at(both)))[1]).toBe('order_address_invalid');
    expect((await refused(cart, at({ shippingAddress: null, billingAddress: null })))[1]).toBe(
      'order_address_invalid',
    );
    expect((await refused(cart, at({ shippingAddress: null })))[1]).toBe('order_address_invalid');
    expect((await refused(cart, { products: sent.products }))[1]).toBe('invalid_input');
    expect((await refused(cart, { ...sent, products: [] }))[1]).toBe('invalid_input');
    expect((await refused(cart, { ...sent, order_id: 'x'.repeat(65) }))[1]).toBe('invalid_input');
  });

  test('an order with shipping or payment methods that are not offered is refused', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    const at = (place: object) => ({ ...sent, addressInformation: { ...sent.addressInformation, ...place } });
    expect((await refused(cart, at({ shipping_method_code: 'rocket' }))).slice(0, 2)).toEqual([
      409,
      'shipping_method_unknown',
    ]);
    expect((await refused(cart, at({ shipping_carrier_code: null })))[1]).toBe('shipping_method_unknown');
    expect((await refused(cart, at({ payment_method_code: 'free' }))).slice(0, 2)).toEqual([
      409,
      'payment_method_unknown',
    ]);
    const abroad = { ...address, country_id: 'DE', postcode: '80331', region: '', region_code: '' };
    expect((await refused(cart, at({ shippingAddress: { ...abroad, telephone: '+49891234567' } })))[1]).toBe(
      'shipping_method_unknown',
    );
  });

  test('an order of an empty, foreign or missing cart is refused', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    const empty = await guest();
    expect((await empty.post('/api/order', sent)).body).toMatchObject({
      code: 400,
      result: 'Shopping cart is empty. Please add some products before entering Checkout.',
    });
    expect((await shop.post('/api/order', sent)).status).toBe(404);
    expect((await shop.post('/api/order', sent, { 'x-cart-token': 'x'.repeat(43) })).status).toBe(404);
  });

  test('an order with lines sold out or disabled meanwhile returns these lines and the reasons', async () => {
    const carts = [await guest('LAST', 'TEA'), await guest('LAST')];
    expect((await order(carts[1]!)).status).toBe(200);
    await expect.poll(() => stockOf('LAST')).toBe(0);
    const [status, problem, body] = await refused(carts[0]!, await orderOf(carts[0]!));
    expect([status, problem]).toEqual([409, 'order_lines_unavailable']);
    expect(body.result).toBe('Some of the ordered products are not available.');
    expect(body.meta.lines).toMatchObject([{ sku: 'LAST', name: 'Last', qty: 1, problem: 'out_of_stock' }]);

    const cart = await guest('OATS');
    const sent = await orderOf(cart);
    await load({ 'products.csv': 'sku,status\nOATS,2\n' });
    await expect.poll(async () => (await cart.pull())[0]!.problems).toEqual(['product_unavailable']);
    expect((await refused(cart, sent))[2].meta.lines).toMatchObject([
      { sku: 'OATS', problem: 'product_unavailable' },
    ]);
    await load({ 'products.csv': 'sku,status\nOATS,1\n' });
    await expect.poll(async () => (await cart.post('/api/order', sent)).status).toBe(200);
  });

  test('an order with a tax id of two characters is refused at that field (spec accounts 5)', async () => {
    const cart = await guest('TEA');
    const sent = await orderOf(cart);
    const billed = (vat_id: string) => {
      const billingAddress = { ...address, company: 'Fynbos', vat_id };
      return { ...sent, addressInformation: { ...sent.addressInformation, billingAddress } };
    };
    const [status, problem, body] = await refused(cart, billed('41'));
    expect([status, problem]).toEqual([400, 'order_address_invalid']);
    expect(body.meta.fields).toMatchObject([{ field: 'body/addressInformation/billingAddress/vat_id' }]);
    expect((await cart.post('/api/order', billed('412'))).status).toBe(200);
  });
});

describe('codes of an order (spec D24)', () => {
  test('an order applies its coupon and counts the use', async () => {
    const cart = await guest('TEA');
    await cart.post('/api/cart/apply-coupon?coupon=TEN');
    const { body } = await order(cart, { grand_total: 114 });
    const stored = (await findLinked(body.result.orderNumber)).body.result;
    expect(stored).toMatchObject({ coupon_code: 'TEN', discount_amount: -6, grand_total: 114 });
    expect(stored.items[0]).toMatchObject({ discount_amount: 6, row_paid_incl_tax: 54 });
  });

  test('a coupon used up meanwhile changes the total, and the order can be placed without it', async () => {
    const carts = [await guest('TEA'), await guest('TEA')];
    for (const cart of carts) await cart.post('/api/cart/apply-coupon?coupon=ONCE');
    expect((await order(carts[0]!, { grand_total: 90 })).status).toBe(200);
    const second = await order(carts[1]!, { grand_total: 90 });
    expect([second.status, second.body.meta.problem, second.body.meta.totals.grand_total]).toEqual([
      409,
      'total_changed',
      120,
    ]);
    expect((await order(carts[1]!, { grand_total: 120 })).status).toBe(200);
  });
});

describe('reorder (ORD-1)', () => {
  test('reorder adds available products to the cart once, and returns the unavailable ones', async () => {
    await load({
      'products.csv':
        'sku,name,price_incl_tax,tax_class,qty\nRARE,Rare,5.00,zero,3\nGONE,Gone,5.00,zero,3\nMANY,Many,5.00,zero,9\n',
    });
    await expect.poll(() => stockOf('MANY')).toBe(9);
    const cart = await guest('GONE');
    await cart.update({ sku: 'RARE', qty: 2 });
    await cart.update({ sku: 'MANY', qty: 4 });
    const { body } = await order(cart);
    await load({ 'products.csv': 'sku,qty\nGONE,0\n' });
    await expect.poll(() => stockOf('GONE')).toBe(0);
    const next = await guest();
    const { orderNumber } = body.result;
    const reorderRequest = { link: await orderLinkOf(shop.db, orderNumber) };
    const key = newKey();
    const reordered = await next.post('/api/order/reorder', reorderRequest, key);
    expect(reordered.body.result).toEqual({
      added: [
        { sku: 'RARE', name: 'Rare', qty: 1 },
        { sku: 'MANY', name: 'Many', qty: 4 },
      ],
      unavailable: [
        { sku: 'GONE', name: 'Gone', qty: 1, problem: 'out_of_stock' },
        { sku: 'RARE', name: 'Rare', qty: 1, problem: 'quantity_too_high' },
      ],
    });
    expect((await next.post('/api/order/reorder', reorderRequest, key)).body).toEqual(reordered.body);
    expect((await next.pull()).map(({ sku, qty }) => [sku, qty])).toEqual([
      ['RARE', 1],
      ['MANY', 4],
    ]);
    // Number and e-mail address do not show what was ordered (T30).
    const named = await next.post('/api/order/reorder', { orderNumber, email: address.email });
    expect(named.body.meta.problem).toBe('order_not_found');
  });
});
