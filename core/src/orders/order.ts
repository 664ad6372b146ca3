import { Type } from 'typebox';
import { OptionLabels } from '../cart/contract.ts';
import { StoreOnWire } from '../stores/contract.ts';

/** The amount paid at one tax rate. */
const RateOfTax = Type.Object({
  percent: Type.Number(),
  net: Type.Number({ description: 'the taxed amount, without tax' }),
  amount: Type.Number({ description: 'the tax' }),
});

/** A bought file, as long as the order is paid for. Each response has a new link. */
export const Download = Type.Object({
  name: Type.String({ description: 'of the file' }),
  url: Type.String({ description: 'the path of downloadProduct; works for seven days' }),
});

const OrderItem = Type.Object({
  item_id: Type.Integer(),
  sku: Type.String(),
  parent_sku: Type.String(),
  name: Type.String(),
  product_type: Type.String(),
  qty_ordered: Type.Integer(),
  price: Type.Number({ description: 'unit price without tax' }),
  price_incl_tax: Type.Number(),
  original_price: Type.Number({ description: 'unit price with tax before reductions' }),
  row_total: Type.Number({ description: 'without tax, before discounts' }),
  row_total_incl_tax: Type.Number(),
  discount_amount: Type.Number({ description: 'promotions and codes, 0 or above' }),
  row_paid_incl_tax: Type.Number({ description: 'amount paid for the line' }),
  tax_amount: Type.Number(),
  tax_percent: Type.Number({ description: 'the first of its rates' }),
  taxes: Type.Array(RateOfTax, { description: 'amount paid at each rate; a set may have several' }),
  options: OptionLabels,
  image: Type.String(),
  url_path: Type.String(),
  downloads: Type.Optional(Type.Array(Download)),
});

const WrittenAddress = Type.Object({
  firstname: Type.String(),
  lastname: Type.String(),
  street: Type.Array(Type.String(), { description: '[street, apartment]' }),
  suburb: Type.String(),
  city: Type.String(),
  region: Type.String(),
  region_code: Type.String(),
  postcode: Type.String(),
  country_id: Type.String(),
  telephone: Type.String(),
  company: Type.String(),
  vat_id: Type.String(),
  email: Type.String(),
});

/** An order in the order history (wire contract 1.3): money in the currency, times in UTC. */
export const Order = Type.Object({
  entity_id: Type.Integer(),
  increment_id: Type.String({ description: 'the order number' }),
  order_id: Type.String(),
  created_at: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, UTC' }),
  updated_at: Type.String(),
  status: Type.String(),
  state: Type.String(),
  customer_firstname: Type.String(),
  customer_lastname: Type.String(),
  customer_email: Type.String(),
  grand_total: Type.Number({ description: 'the amount to pay, without the amount paid by voucher' }),
  subtotal: Type.Number(),
  subtotal_incl_tax: Type.Number(),
  shipping_amount: Type.Number(),
  shipping_incl_tax: Type.Number(),
  shipping_discount_amount: Type.Number(),
  shipping_description: Type.String(),
  tax_amount: Type.Number(),
  discount_amount: Type.Number({ description: '0 or below' }),
  discount_tax_compensation_amount: Type.Number(),
  total_due: Type.Number(),
  coupon_code: Type.Optional(Type.String()),
  voucher_code: Type.Optional(Type.String()),
  voucher_amount: Type.Optional(Type.Number({ description: 'the amount paid by voucher' })),
  voucher_balance_after: Type.Optional(
    Type.Number({ description: 'what was left on the voucher after the order' }),
  ),
  order_currency_code: Type.String(),
  store_name: Type.String(),
  quote_id: Type.String(),
  items: Type.Array(OrderItem),
  billing_address: WrittenAddress,
  payment: Type.Object({
    method: Type.String(),
    additional_information: Type.Array(Type.String(), { description: '[title]' }),
  }),
  extension_attributes: Type.Object({
    shipping_assignments: Type.Array(
      Type.Object({
        shipping: Type.Object({
          method: Type.String({ description: 'carrier_method' }),
          address: Type.Optional(WrittenAddress),
          collect_at: Type.Optional(StoreOnWire),
        }),
      }),
    ),
    applied_taxes: Type.Array(RateOfTax, {
      description: 'including delivery; the highest rate first',
    }),
    tracking: Type.Array(Type.String(), { description: 'the shop’s tracking notes from shipment' }),
  }),
});

/** What number and e-mail address show of a guest's order: no name, no address, no products. */
export const OrderStateOnly = Type.Object({
  ...Type.Pick(Order, ['increment_id', 'created_at', 'updated_at', 'status', 'state']).properties,
  collect_at: Type.Optional(StoreOnWire),
});
