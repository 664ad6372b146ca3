import fc from 'fast-check';
import { freshAddress } from '../accounts/customers.ts';
import { newCart, type TestCart } from '../cart/guest-cart.ts';
import type { TestShop } from '../shop/test-shop.ts';

/** As many as the longest test has carts. */
const voucherCount = 1100;
const voucherOf = (index: number): string => `GIFT-30-${index}`;

/** A small shop with every feature that affects money, and random carts for it. */

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
const engraving = [
  {
    ...{ option_id: 1, title: 'Engraving', type: 'drop_down', is_require: false },
    values: [
      { option_type_id: 1, title: 'Gold leaf', price: 12.5, price_type: 'percent' },
      { option_type_id: 2, title: 'Plain', price: 7.77, price_type: 'fixed' },
    ],
  },
];
const parts = [
  {
    ...{ option_id: 1, title: 'Cake', required: true, type: 'radio' },
    product_links: [
      { id: '1', sku: 'TEA', qty: 1 },
      { id: '2', sku: 'OATS', qty: 1, is_default: true },
    ],
  },
];

export const richFiles = {
  'products.csv':
    'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,special_price_incl_tax,tax_class,qty,max_sale_qty,status,colour,bundle_options,custom_options\n' +
    'TEA,simple,,,Tea,59.99,,standard,100000,,,,,\nOATS,simple,,,Oats,43.49,,zero,100000,,,,,\n' +
    'JAM,simple,,,Jam,80.00,66.61,standard,100000,,,,,\nGIFT,virtual,,,Gift card,100.00,,standard,,,,,,\n' +
    'FEW,simple,,,Few,20.00,,standard,100000,3,,,,\nGONE,simple,,,Gone,20.00,,standard,5,,2,,,\n' +
    `RING,simple,,,Ring,333.33,,standard,100000,,,,,${cell(engraving)}\n` +
    `BOX,bundle,,,Box,,,standard,,,,,${cell(parts)},\n` +
    'SHIRT,configurable,,colour,Shirt,,,standard,,,,,,\nSHIRT-RED,simple,SHIRT,,Shirt red,199.95,,standard,100000,,,Red,,\n',
  'deals.csv': 'code,label,kind,qty,pay_qty,price_incl_tax,skus\ntea,3 for 2,buy_n_pay_m,3,2,,TEA\n',
  'coupons.csv':
    'code,label,kind,percent,amount,first_order,is_voucher,most_uses\nTEN,10 %,percent,10,,,,\nOFF,R7.77,fixed,,7.77,,,\n' +
    'FREE,Free delivery,free_delivery,,,,,\nFIRST,First,percent,50,,yes,,\nGIFT-30,R30,fixed,,30.00,,yes,\nONCE,Once,percent,50,,,,1\n' +
    Array.from({ length: voucherCount }, (_, index) => `${voucherOf(index)},R30,fixed,,30.00,,yes,\n`).join(
      '',
    ),
  'delivery.csv':
    'carrier,method,carrier_title,method_title,needs,price_incl_tax,from_amount,postcode_from,postcode_to\n' +
    'van,door,Van,Later,address,60.00,0,,\nvan,door,Van,Later,address,0,650.00,,\nbike,today,Bike,Today,address,99.00,0,8000,8099\n' +
    'shop,collect,Shop,Collect,store,0,0,,\n',
  'stores.csv':
    'code,name,street,city,region_code,postcode,latitude,longitude,services\nCPT,Claremont,1 Main Road,Cape Town,ZA-WC,7708,-33.98,18.46,collect\n' +
    'SHOW,Show room,2 Main Road,Cape Town,ZA-WC,7708,-33.98,18.46,\n',
};

const option = (custom_options: object[], bundle_options: object[] = []) => ({
  product_option: { extension_attributes: { custom_options, bundle_options } },
});
const bundleOption = (id: string, option_qty: number) =>
  option([], [{ option_id: 1, option_qty, option_selections: [id] }]);

const goods = [
  { sku: 'TEA' },
  { sku: 'OATS' },
  { sku: 'JAM' },
  { sku: 'SHIRT-RED' },
  { sku: 'RING', ...option([]) },
  { sku: 'RING', ...option([{ option_id: 1, option_value: '1' }]) },
  { sku: 'RING', ...option([{ option_id: 1, option_value: '2' }]) },
  { sku: 'BOX', ...bundleOption('1', 3) },
  { sku: 'BOX', ...bundleOption('2', 1) },
];

/** Contents of a cart and its carrier. */
export interface Filling {
  lines: { item: (typeof goods)[number]; qty: number }[];
  withGift: boolean;
  coupon: string | null;
  voucher: boolean;
  carrier: 'van' | 'bike';
}

/** Any cart that can be delivered. */
export const filling: fc.Arbitrary<Filling> = fc.record({
  lines: fc.uniqueArray(fc.record({ item: fc.constantFrom(...goods), qty: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ item }) => item,
  }),
  withGift: fc.boolean(),
  coupon: fc.constantFrom(null, 'TEN', 'OFF', 'FREE'),
  voucher: fc.boolean(),
  carrier: fc.constantFrom('van' as const, 'bike' as const),
});

/** The method code of each carrier. */
export const methodOf = { van: 'door', bike: 'today' } as const;

let usedVouchers = 0;

/**
 * Fills a guest's cart. A voucher is a new one, with its whole balance.
 * @returns the cart, its total with delivery, and its payment methods
 */
export async function filled(
  shop: Pick<TestShop, 'get' | 'post'>,
  { lines, withGift, coupon, voucher, carrier }: Filling,
): Promise<{ cart: TestCart; total: number; paymentMethods: string[] }> {
  const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
  const must = ({ status, body }: { status: number; body: unknown }) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as { result: never };
  };
  for (const { item, qty } of lines) must(await cart.update({ ...item, qty }));
  if (withGift) must(await cart.update({ sku: 'GIFT', qty: 1 }));
  if (coupon) must(await cart.post(`/api/cart/apply-coupon?coupon=${coupon}`));
  if (voucher) must(await cart.post(`/api/cart/add-voucher?voucherCode=${voucherOf(usedVouchers++)}`));
  const { result } = must(
    await cart.post('/api/cart/shipping-information', {
      addressInformation: {
        shippingAddress: { countryId: 'ZA', postcode: '8001', region_code: 'ZA-WC' },
        shippingCarrierCode: carrier,
        shippingMethodCode: methodOf[carrier],
      },
    }),
  );
  const { totals, payment_methods } = result as {
    totals: { grand_total: number };
    payment_methods: { code: string }[];
  };
  return { cart, total: totals.grand_total, paymentMethods: payment_methods.map(({ code }) => code) };
}
