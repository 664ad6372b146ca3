import type { TestShop } from '../shop/test-shop.ts';
import type { ColumnCases } from './column-case.ts';
import { cartPrice, cartTakes, cartTotal, documentOf, field, isFound, ordering } from './product-view.ts';

/** The columns of prices, tax, stock and choices. A plain product costs R10 with 15 % tax. */

const net = { price_incl_tax: '' };
const special = { special_price_incl_tax: '4' };
const inView = (view: string) => ({
  cell: {
    [`price_incl_tax_${view}`]: '3',
    [`special_price_incl_tax_${view}`]: '2',
    [`special_to_date_${view}`]: '2999-01-01',
  },
  see: field('final_price_incl_tax', `fynbos_${view}`),
  shows: 2,
  else: undefined,
});

export const priceCases: ColumnCases = {
  price: { cell: { price: '20', ...net }, see: cartPrice(), shows: 23, else: 10 },
  price_incl_tax: { cell: '20', see: cartPrice(), shows: 20, else: 10 },
  special_price: { cell: '4', see: cartPrice(), shows: 4.6, else: 10 },
  special_price_incl_tax: { cell: '4', see: cartPrice(), shows: 4, else: 10 },
  final_price: { cell: '4', see: cartPrice(), shows: 4.6, else: 10 },
  final_price_incl_tax: { cell: '4', see: cartPrice(), shows: 4, else: 10 },
  special_from_date: { cell: '2999-01-01', both: special, see: cartPrice(), shows: 10, else: 4 },
  special_to_date: { cell: '2020-01-01', both: special, see: cartPrice(), shows: 10, else: 4 },
  tier_prices: { cell: '3:4|6@9:1', see: cartPrice(6), shows: 4.6, else: 10 },
  tier_prices_incl_tax: { cell: '3:4', see: cartPrice(3), shows: 4, else: 10 },
  tax_class: { cell: 'zero', see: cartTotal('tax_amount'), shows: 0, else: 1.3 },
  tax_class_id: { cell: '3', see: cartTotal('tax_amount'), shows: 0, else: 1.3 },
  '…_de': inView('de'),
  '…_it': inView('it'),
};

export const stockCases: ColumnCases = {
  qty: { cell: '5', see: cartTakes(6), shows: 'quantity_too_high', else: 'ok' },
  is_in_stock: {
    cell: 'no',
    see: isFound({ filters: { 'stock.is_in_stock': true } }),
    shows: false,
    else: true,
  },
  min_sale_qty: { cell: '6', see: cartTakes(5), shows: 'quantity_too_low', else: 'ok' },
  max_sale_qty: { cell: '2', see: cartTakes(3), shows: 'quantity_too_high', else: 'ok' },
  min_qty: { cell: '4', both: { qty: '9' }, see: cartTakes(6), shows: 'quantity_too_high', else: 'ok' },
  backorders: { cell: '1', both: { qty: '0' }, see: ordering, shows: 'ok', else: 'order_lines_unavailable' },
  manage_stock: {
    cell: 'no',
    both: { qty: '0' },
    see: ordering,
    shows: 'ok',
    else: 'order_lines_unavailable',
  },
};

const bundleOf = (sku: string) =>
  JSON.stringify([
    {
      option_id: 1,
      title: 'Part',
      required: true,
      type: 'radio',
      product_links: [{ id: '1', sku, qty: 1, is_default: true }],
    },
  ]);
const grind = JSON.stringify([
  {
    ...{ option_id: 1, title: 'Grind', type: 'drop_down', is_require: false },
    values: [{ option_type_id: 1, title: 'Fine', price: 5, price_type: 'fixed' }],
  },
]);
const bundle = { type_id: 'bundle', ...net };

/** The name of the file that buyers of a product download. */
const downloadOf = async ({ db }: TestShop, sku: string) => {
  const files = db.selectFrom('product_download').innerJoin('product', 'product.id', 'product_id');
  return (await files.select('file_name').where('sku', '=', sku).executeTakeFirst())?.file_name;
};

export const optionCases: ColumnCases = {
  download_file: {
    ...{ cell: 'guide.pdf', both: { type_id: 'downloadable' } },
    ...{ see: downloadOf, shows: 'guide.pdf', else: undefined },
  },
  bundle_options: {
    cell: bundleOf('PART-B'),
    both: bundle,
    without: { bundle_options: bundleOf('PART-A') },
    see: async (shop, sku) => (await documentOf(shop, sku)).price_incl_tax,
    shows: 2,
    else: 1,
  },
  custom_options: {
    cell: grind,
    see: async (shop, sku) => {
      const { custom_options } = await documentOf(shop, sku);
      const chosen = custom_options.map(
        (option: { option_id: number; values: { option_type_id: number }[] }) => ({
          option_id: option.option_id,
          option_value: String(option.values[0]!.option_type_id),
        }),
      );
      return cartPrice(1, { product_option: { extension_attributes: { custom_options: chosen } } })(
        shop,
        sku,
      );
    },
    shows: 15,
    else: 10,
  },
};
