import { freshAddress } from '../accounts/customers.ts';
import { newCart } from '../cart/guest-cart.ts';
import { order, orderFor } from '../orders/order-body.ts';
import { administer } from '../processes/cli-command.ts';
import type { TestShop } from '../shop/test-shop.ts';
import { inAfrikaans } from './catalogue-tables.ts';
import type { ColumnTable } from './column-case.ts';

/** The tables of promotions, coupons and delivery, each with an effect per column. */

async function cartOfUnits(shop: TestShop, quantities: Record<string, number>, view = '') {
  const cart = await newCart(shop, {
    'x-forwarded-for': freshAddress(),
    ...(view && { 'x-vs-store-code': view }),
  });
  for (const [sku, qty] of Object.entries(quantities)) await cart.update({ sku, qty });
  return cart;
}

const totalOf = async (shop: TestShop, quantities: Record<string, number>) =>
  (await (await cartOfUnits(shop, quantities)).totals()).grand_total;
const units = (qty: number) => (shop: TestShop, code: string) => totalOf(shop, { [code]: qty });
const withSecond = (second: string) => (shop: TestShop, code: string) =>
  totalOf(shop, { [code]: 1, [second]: 1 });

const threeForSome = { kind: 'buy_n_pay_m', qty: '3', price_incl_tax: '' };
const combo = { kind: 'combo', qty: '' };

/** A product that costs R10 belongs to each row; two of it cost R15. */
export const dealTable: ColumnTable = {
  key: 'code',
  plain: (code) => ({ label: `Label ${code}`, kind: 'n_for', qty: '2', price_incl_tax: '15', skus: code }),
  cases: {
    code: {
      cell: { code: 'shared', label: 'Label shared', skus: 'shared' },
      see: withSecond('SHARED-B'),
      ...{ shows: 15, else: 20 },
    },
    label: {
      cell: 'Own label',
      see: async (shop, code) => {
        const [line] = await (await cartOfUnits(shop, { [code]: 2 })).pull();
        return (line as unknown as { deals: string[] }).deals;
      },
      ...{ shows: ['Own label'], else: ['Label label_off'] },
    },
    label_af: {
      cell: 'Eie etiket',
      see: inAfrikaans(async (_, code) => `Label ${code}`),
      ...{ shows: 'Eie etiket', else: undefined },
    },
    kind: {
      cell: { kind: 'buy_n_pay_m', pay_qty: '1', price_incl_tax: '' },
      see: units(2),
      shows: 10,
      else: 15,
    },
    qty: { cell: '3', see: units(2), shows: 20, else: 15 },
    pay_qty: { cell: '1', both: threeForSome, without: { pay_qty: '2' }, see: units(3), shows: 10, else: 20 },
    price_incl_tax: { cell: '12', see: units(2), shows: 12, else: 15 },
    skus: { cell: 'OTHER', see: units(2), shows: 20, else: 15 },
    part: { cell: { ...combo, part: 'one' }, see: withSecond('COMBO-B'), shows: 15, else: 20 },
    valid_from: { cell: '2999-01-01', see: units(2), shows: 20, else: 15 },
    valid_to: { cell: '2020-01-01', see: units(2), shows: 20, else: 15 },
  },
  more: [
    {
      code: 'shared',
      label: 'Label shared',
      kind: 'n_for',
      qty: '2',
      price_incl_tax: '15',
      skus: 'SHARED-B',
    },
    { code: 'part_on', label: 'Label part_on', ...combo, price_incl_tax: '15', skus: 'COMBO-B', part: 'two' },
  ],
};

/** The discount of R100 of bread, or the problem. */
async function discountOf(shop: TestShop, code: string): Promise<unknown> {
  const cart = await cartOfUnits(shop, { BREAD: 1 });
  const { status, body } = await cart.post(`/api/cart/apply-coupon?coupon=${encodeURIComponent(code)}`);
  return status === 200 ? Math.abs((await cart.totals()).discount_amount) : body.meta.problem;
}

/** Whether the last of several orders is accepted with the coupon; `+` marks the orders with the coupon. */
const orders = (...emails: string[]) =>
  async function lastOrder(shop: TestShop, code: string): Promise<boolean> {
    let isAccepted = false;
    for (const email of emails) {
      const cart = await cartOfUnits(shop, { BREAD: 1 });
      const own = `${code}${email.replace('+', '')}@example.co.za`.toLowerCase();
      const applied = email.startsWith('+')
        ? await cart.post(`/api/cart/apply-coupon?coupon=${code}`)
        : undefined;
      const { addressInformation } = orderFor({}, { email: own });
      const { status } = await order(cart, { addressInformation });
      isAccepted = applied?.status === 200 && status === 200;
    }
    return isAccepted;
  };

export const couponTable: ColumnTable = {
  key: 'code',
  plain: (code) => ({ label: `Label ${code}`, kind: 'percent', percent: '10' }),
  cases: {
    code: {
      cell: 'own code',
      see: async (shop, code) => {
        const cart = await cartOfUnits(shop, { BREAD: 1 });
        await cart.post(`/api/cart/apply-coupon?coupon=${encodeURIComponent(code)}`);
        return (await cart.totals()).coupon_code;
      },
      ...{ shows: 'OWNCODE', else: 'CODE_OFF' },
    },
    label: {
      cell: 'Own label',
      see: async (shop, code) =>
        (await administer(shop.db, 'coupons', 'show', code)).out.includes('Own label'),
      ...{ shows: true, else: false },
    },
    kind: { cell: 'free_delivery', see: discountOf, shows: 0, else: 10 },
    percent: { cell: '20', see: discountOf, shows: 20, else: 10 },
    amount: {
      cell: '7',
      both: { kind: 'fixed' },
      without: { amount: '5' },
      see: discountOf,
      shows: 7,
      else: 5,
    },
    minimum_spend: { cell: '500', see: discountOf, shows: 'coupon_spend_more', else: 10 },
    first_order: { cell: 'yes', see: orders('a', '+a'), shows: false, else: true },
    categories: { cell: 'Health', see: discountOf, shows: 'coupon_not_for_goods', else: 10 },
    email: { cell: 'owner@example.co.za', see: orders('+a'), shows: false, else: true },
    most_uses: { cell: '1', see: orders('+a', '+b'), shows: false, else: true },
    most_uses_each: { cell: '1', see: orders('+a', '+a'), shows: false, else: true },
    is_voucher: {
      cell: 'yes',
      both: { kind: 'fixed', amount: '30' },
      see: async (shop, code) =>
        (await (await cartOfUnits(shop, { BREAD: 1 })).post(`/api/cart/add-voucher?voucherCode=${code}`))
          .status === 200,
      ...{ shows: true, else: false },
    },
    valid_from: { cell: '2999-01-01', see: discountOf, shows: 'coupon_wrong', else: 10 },
    valid_to: { cell: '2020-01-01', see: discountOf, shows: 'coupon_wrong', else: 10 },
    enabled: { cell: 'no', see: discountOf, shows: 'coupon_wrong', else: 10 },
  },
};

interface Offer {
  carrier_code: string;
  method_code: string;
  [field: string]: unknown;
}

/** The methods for an address in Cape Town, or in the country of a store view. */
async function offersIn(shop: TestShop, view = ''): Promise<Offer[]> {
  const cart = await cartOfUnits(shop, { BREAD: 1 }, view);
  const abroad = { country_id: view.toUpperCase(), postcode: '10115', region_code: '' };
  const address = view ? abroad : { country_id: 'ZA', postcode: '8001', region_code: 'ZA-WC' };
  return (await cart.post('/api/cart/shipping-methods', { address })).body.result;
}
const offer = (name: string, view?: string) => async (shop: TestShop, method: string) =>
  (await offersIn(shop, view)).find(({ method_code }) => method_code === method)?.[name];
const isOffered = async (shop: TestShop, method: string) => Boolean(await offer('method_code')(shop, method));
const onlyElsewhere = (cell: string) => ({ cell, see: isOffered, shows: false, else: true });
const viewRate = { price_incl_tax_de: '4' };

export const deliveryTable: ColumnTable = {
  key: 'method',
  plain: (method) => ({
    ...{ carrier: 'van', carrier_title: 'Van', method_title: `Title ${method}`, needs: 'address' },
    ...{ price_incl_tax: '60', position: '5' },
  }),
  cases: {
    carrier: { cell: 'bike', see: offer('carrier_code'), shows: 'bike', else: 'van' },
    method: { cell: 'own', see: offer('method_code'), shows: 'own', else: 'method_off' },
    carrier_title: { cell: 'Bike', see: offer('carrier_title'), shows: 'Bike', else: 'Van' },
    method_title: {
      cell: 'Today',
      see: offer('method_title'),
      shows: 'Today',
      else: 'Title method_title_off',
    },
    needs: { cell: 'pickup_point', see: offer('needs'), shows: 'pickup_point', else: 'address' },
    price_incl_tax: { cell: '5', see: offer('price_incl_tax'), shows: 5, else: 60 },
    from_amount: onlyElsewhere('500'),
    regions: onlyElsewhere('ZA-EC|ZA-GP'),
    postcode_from: onlyElsewhere('8500'),
    postcode_to: onlyElsewhere('7999'),
    position: {
      cell: '1',
      see: async (shop, method) => (await offersIn(shop))[0]?.method_code === method,
      ...{ shows: true, else: false },
    },
    enabled: onlyElsewhere('no'),
    carrier_title_de: {
      cell: 'Wagen',
      both: viewRate,
      see: offer('carrier_title', 'de'),
      shows: 'Wagen',
      else: 'Van',
    },
    method_title_de: {
      ...{ cell: 'Heute', both: viewRate, see: offer('method_title', 'de') },
      ...{ shows: 'Heute', else: 'Title method_title_de_off' },
    },
    carrier_title_af: {
      cell: { carrier_title: 'Lorry', carrier_title_af: 'Vragmotor' },
      see: inAfrikaans(offer('carrier_title')),
      ...{ shows: 'Vragmotor', else: undefined },
    },
    method_title_af: {
      cell: 'Vandag',
      see: inAfrikaans(async (_, method) => `Title ${method}`),
      ...{ shows: 'Vandag', else: undefined },
    },
    price_incl_tax_de: { cell: '4', see: offer('price_incl_tax', 'de'), shows: 4, else: undefined },
    from_amount_de: {
      ...{ cell: '500', both: viewRate, see: offer('price_incl_tax', 'de') },
      ...{ shows: undefined, else: 4 },
    },
    '…_it': {
      cell: { price_incl_tax_it: '4', method_title_it: 'Oggi' },
      see: offer('method_title', 'it'),
      ...{ shows: 'Oggi', else: undefined },
    },
  },
};
