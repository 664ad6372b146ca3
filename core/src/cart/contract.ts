import { Type } from 'typebox';
import { ProductOptionBody } from '../catalogue/contract.ts';
import { endpoint } from '../endpoint.ts';

/**
 * Cart endpoints (spec commerce 7, wire contract 1.1). The cart's token travels as `X-Cart-Token` (`cartId` in
 * the query for old clients, spec D4), a customer's token as `Authorization: Bearer`. Every write
 * accepts `Idempotency-Key`. Every response has `meta.cartVersion` (spec D13); with `whole=true`,
 * `meta.cart` is the whole cart after the call: `{items, totals}`.
 */
const query = Type.Object({
  cartId: Type.Optional(Type.String({ maxLength: 200 })),
  token: Type.Optional(Type.String({ maxLength: 1024 })),
  whole: Type.Optional(Type.Boolean()),
});

const Text = Type.String({ maxLength: 255 });
const Id = Type.Union([Type.Integer(), Type.String({ maxLength: 30 })]);
const Quantity = Type.Union([Type.Number(), Type.String({ maxLength: 20 })]);

/** The chosen options as text; `typed` marks text entered by the shopper. */
export const OptionLabels = Type.Array(
  Type.Object({ label: Type.String(), value: Type.String(), typed: Type.Optional(Type.Boolean()) }),
);

/** A line of the server's cart; `sku` is the child's for a configurable product. */
export const CartItem = Type.Object({
  item_id: Type.Integer(),
  sku: Type.String(),
  parentSku: Type.String(),
  qty: Type.Integer(),
  name: Type.String(),
  price: Type.Number({ description: 'unit price without tax' }),
  price_incl_tax: Type.Number(),
  original_price_incl_tax: Type.Number(),
  row_total_incl_tax: Type.Number({ description: 'after promotions and coupon' }),
  discount_amount: Type.Number(),
  product_type: Type.String(),
  quote_id: Type.String(),
  product_option: ProductOptionBody,
  options: OptionLabels,
  image: Type.String(),
  url_path: Type.String(),
  is_in_stock: Type.Boolean(),
  available: Type.Union([Type.Integer(), Type.Null()], { description: 'null means no limit' }),
  min_sale_qty: Type.Optional(Type.Integer({ description: 'minimum quantity of the line, if above 1' })),
  unit_price: Type.Optional(
    Type.Object(
      {
        amount: Type.Number(),
        unit: Type.Union([
          Type.Literal('kg'),
          Type.Literal('100g'),
          Type.Literal('l'),
          Type.Literal('100ml'),
          Type.Literal('each'),
        ]),
      },
      { description: 'price with tax per kilogram, litre or item; absent for a pack of exactly one of them' },
    ),
  ),
  deals: Type.Array(Type.String(), { description: 'labels of the promotions that apply to this line' }),
  deals_met: Type.Optional(
    Type.Array(Type.Object({ code: Type.String(), label: Type.String(), saving: Type.Number() }), {
      description: 'the promotions that apply, and what each takes off this line',
    }),
  ),
  deals_missed: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String(),
        label: Type.String(),
        missing: Type.Integer(),
        is_combo: Type.Boolean(),
      }),
      {
        description:
          'promotions that lack units, each at one line of the cart; `missing` of a combo counts its missing parts',
      },
    ),
  ),
  problems: Type.Array(Type.String(), {
    description: 'problem codes that prevent this line from being ordered',
  }),
});

const Segment = Type.Object({
  code: Type.String({
    description: 'subtotal, subtotal_incl_tax, shipping, payment, discount, tax, voucher or grand_total',
  }),
  title: Type.String(),
  value: Type.Number(),
  area: Type.Optional(Type.String()),
  extension_attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** Platform totals: decimals of the currency, computed by the server only. */
export const CartTotals = Type.Object({
  grand_total: Type.Number({ description: 'what is left to pay, without the amount paid by voucher' }),
  base_grand_total: Type.Number(),
  subtotal: Type.Number(),
  subtotal_incl_tax: Type.Number(),
  subtotal_with_discount: Type.Number(),
  discount_amount: Type.Number({ description: '0 or below' }),
  shipping_amount: Type.Number(),
  shipping_incl_tax: Type.Number(),
  shipping_discount_amount: Type.Number(),
  tax_amount: Type.Number(),
  coupon_code: Type.Optional(Type.String({ description: 'present when a coupon is applied' })),
  voucher_code: Type.Optional(Type.String()),
  voucher_amount: Type.Optional(Type.Number({ description: 'the amount that the voucher pays' })),
  voucher_balance: Type.Optional(Type.Number({ description: 'what is on the voucher before the order' })),
  voucher_balance_after: Type.Optional(Type.Number({ description: 'what is left on it after the order' })),
  voucher_items: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'ids of the lines whose goods the voucher pays, and nothing else; without it, it pays everything',
    }),
  ),
  base_currency_code: Type.String(),
  quote_currency_code: Type.String(),
  items_qty: Type.Integer(),
  items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  total_segments: Type.Array(Segment),
  free_delivery_from: Type.Optional(
    Type.Number({ description: 'minimum value of goods for free delivery; 0 with a coupon for it' }),
  ),
  free_delivery_by: Type.Optional(
    Type.String({ description: 'title of the carrier that delivers free of charge from that value' }),
  ),
  goods_value: Type.Optional(
    Type.Number({
      description:
        'value of the goods on which delivery methods and fees depend: after promotions, before coupons and vouchers',
    }),
  ),
  needs_cold: Type.Optional(Type.Boolean({ description: 'whether any of the goods must stay cold' })),
  shipping_carrier_title: Type.Optional(Type.String({ description: 'carrier of the chosen method' })),
  expected_first: Type.Optional(
    Type.String({ description: 'first expected day with the chosen method, if its title states a time' }),
  ),
  expected_last: Type.Optional(Type.String({ description: 'last expected day with the chosen method' })),
});

export const PaymentMethod = Type.Object({
  code: Type.String(),
  payment_type_id: Type.Optional(
    Type.Integer({ description: 'for old clients: 8 card, 4 instalments, 12 and 13 the local providers' }),
  ),
  title: Type.String(),
  cost: Type.Number(),
  cost_incl_tax: Type.Number(),
  default: Type.Boolean(),
  offline: Type.Boolean(),
  is_server_method: Type.Boolean(),
});

export const ShippingMethod = Type.Object({
  carrier_code: Type.String(),
  method_code: Type.String(),
  carrier_title: Type.String(),
  method_title: Type.String(),
  amount: Type.Number(),
  base_amount: Type.Number(),
  available: Type.Boolean(),
  error_message: Type.String(),
  price_excl_tax: Type.Number(),
  price_incl_tax: Type.Number(),
  needs: Type.String({ description: 'address, store or pickup_point' }),
  store: Type.Optional(
    Type.Object(
      { code: Type.String(), name: Type.String() },
      { description: 'where the goods are collected: the chosen store, or the nearest one within 50 km' },
    ),
  ),
  expected_first: Type.Optional(
    Type.String({
      description: 'first day on which the order is expected, `YYYY-MM-DD`, if the title states a time',
    }),
  ),
  expected_last: Type.Optional(Type.String({ description: 'last day on which the order is expected' })),
  unavailable_reason: Type.Optional(
    Type.String({ description: 'why it is not available: `cold_goods` if it does not carry cold goods' }),
  ),
  default: Type.Boolean(),
  offline: Type.Boolean(),
  is_server_method: Type.Boolean(),
});

/** An address of a cart; any part may still be missing. */
const LooseAddress = Type.Object({
  region: Type.Optional(Type.Union([Text, Type.Null()])),
  region_id: Type.Optional(Type.Union([Id, Type.Null()])),
  region_code: Type.Optional(Type.Union([Text, Type.Null()])),
  country_id: Type.Optional(Type.Union([Text, Type.Null()])),
  countryId: Type.Optional(Type.Union([Text, Type.Null()])),
  street: Type.Optional(Type.Array(Type.Union([Text, Type.Null()]), { maxItems: 4 })),
  suburb: Type.Optional(Type.Union([Text, Type.Null()])),
  postcode: Type.Optional(Type.Union([Text, Type.Null()])),
  city: Type.Optional(Type.Union([Text, Type.Null()])),
  firstname: Type.Optional(Type.Union([Text, Type.Null()])),
  lastname: Type.Optional(Type.Union([Text, Type.Null()])),
  telephone: Type.Optional(Type.Union([Text, Type.Null()])),
  company: Type.Optional(Type.Union([Text, Type.Null()])),
});

const WrittenItem = Type.Object({
  sku: Type.String({ minLength: 1, maxLength: 200 }),
  parentSku: Type.Optional(Type.String({ maxLength: 200 })),
  qty: Quantity,
  product_option: Type.Optional(Type.Unknown()),
  item_id: Type.Optional(Type.Union([Id, Type.Null()])),
  quoteId: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
});

const opened = ['invalid_input', 'cart_not_found', 'not_logged_in'] as const;
const written = [...opened, 'idempotency_conflict', 'too_many_attempts'] as const;
const codeRefusals = [
  'coupon_wrong',
  'coupon_used',
  'coupon_first_order',
  'coupon_spend_more',
  'coupon_not_for_goods',
] as const;

export const createCart = endpoint({
  name: 'createCart',
  method: 'POST',
  path: '/api/cart/create',
  summary:
    'Create a guest’s cart, or return the customer’s; the guest cart whose token is sent is merged into it once',
  query: Type.Object({
    ...query.properties,
    apart: Type.Optional(
      Type.Boolean({
        description:
          'a new cart beside the customer’s own, for one order that was placed offline; nothing is merged',
      }),
    ),
  }),
  result: Type.String({ description: 'the cart’s token' }),
  problems: ['invalid_input', 'not_logged_in', 'too_many_attempts'],
});

export const pullCart = endpoint({
  name: 'pullCart',
  method: 'GET',
  path: '/api/cart/pull',
  summary: 'The lines of the cart, in the order they were added',
  query,
  result: Type.Array(CartItem),
  problems: opened,
});

export const updateCartItem = endpoint({
  name: 'updateCartItem',
  method: 'POST',
  path: '/api/cart/update',
  summary: 'With `item_id`, set the line’s quantity (0 removes it) and options; without, add this quantity',
  query,
  body: Type.Object({ cartItem: WrittenItem }),
  result: Type.Union([CartItem, Type.Boolean()]),
  problems: [
    ...written,
    'product_not_found',
    'quantity_invalid',
    'quantity_too_high',
    'quantity_too_low',
    'price_unknown',
    'product_unavailable',
    'out_of_stock',
    'options_invalid',
    'cart_item_not_found',
    'cart_full',
  ],
});

export const deleteCartItem = endpoint({
  name: 'deleteCartItem',
  method: 'POST',
  path: '/api/cart/delete',
  summary: 'Remove a line, by `item_id` or by product; also true when it no longer exists',
  query,
  body: Type.Object({
    cartItem: Type.Object({
      sku: Type.Optional(Type.String({ maxLength: 200 })),
      item_id: Type.Optional(Type.Union([Id, Type.Null()])),
      product_option: Type.Optional(Type.Unknown()),
      quoteId: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    }),
  }),
  result: Type.Boolean(),
  problems: written,
});

export const cartTotals = endpoint({
  name: 'cartTotals',
  method: 'GET',
  path: '/api/cart/totals',
  summary: 'The totals of the cart',
  query,
  result: CartTotals,
  problems: opened,
});

export const paymentMethods = endpoint({
  name: 'paymentMethods',
  method: 'GET',
  path: '/api/cart/payment-methods',
  summary: 'Payment methods of this cart',
  query,
  result: Type.Array(PaymentMethod),
  problems: opened,
});

export const shippingMethods = endpoint({
  name: 'shippingMethods',
  method: 'POST',
  path: '/api/cart/shipping-methods',
  summary: 'Shipping methods of this cart to an address; street is [apartment, street] here (spec D14)',
  query,
  body: Type.Object({ address: LooseAddress }),
  result: Type.Array(ShippingMethod),
  problems: opened,
});

export const shippingInformation = endpoint({
  name: 'shippingInformation',
  method: 'POST',
  path: '/api/cart/shipping-information',
  summary: 'Set addresses and shipping method; returns payment methods and totals',
  query,
  body: Type.Object({
    addressInformation: Type.Object({
      shippingAddress: Type.Optional(LooseAddress),
      billingAddress: Type.Optional(LooseAddress),
      shippingCarrierCode: Type.Optional(Type.Union([Text, Type.Null()])),
      shippingMethodCode: Type.Optional(Type.Union([Text, Type.Null()])),
    }),
  }),
  result: Type.Object({ payment_methods: Type.Array(PaymentMethod), totals: CartTotals }),
  problems: [...written, 'shipping_method_unknown'],
});

export const collectTotals = endpoint({
  name: 'collectTotals',
  method: 'POST',
  path: '/api/cart/collect-totals',
  summary: 'Totals with these methods',
  query,
  body: Type.Object({
    methods: Type.Object({
      paymentMethod: Type.Optional(Type.Unknown()),
      shippingMethodCode: Type.Optional(Type.Union([Text, Type.Null()])),
      shippingCarrierCode: Type.Optional(Type.Union([Text, Type.Null()])),
    }),
  }),
  result: CartTotals,
  problems: [...written, 'shipping_method_unknown'],
});

export const applyCoupon = endpoint({
  name: 'applyCoupon',
  method: 'POST',
  path: '/api/cart/apply-coupon',
  summary: 'Apply a coupon; an invalid code is refused and changes nothing',
  query: Type.Object({
    ...query.properties,
    coupon: Type.Optional(Type.String({ maxLength: 100 })),
    orVoucher: Type.Optional(
      Type.Boolean({
        description: 'Apply the code as a voucher if it is one. Without it, a voucher is refused.',
      }),
    ),
  }),
  result: Type.Boolean(),
  problems: [...written, ...codeRefusals],
});

export const deleteCoupon = endpoint({
  name: 'deleteCoupon',
  method: 'POST',
  path: '/api/cart/delete-coupon',
  summary: 'Remove the coupon; also true when there was none',
  query,
  result: Type.Boolean(),
  problems: written,
});

export const showCoupon = endpoint({
  name: 'showCoupon',
  method: 'GET',
  path: '/api/cart/coupon',
  summary: 'The coupon of the cart; the empty string when there is none',
  query,
  result: Type.String(),
  problems: opened,
});

export const addVoucher = endpoint({
  name: 'addVoucher',
  method: 'POST',
  path: '/api/cart/add-voucher',
  summary: 'Apply a voucher; the empty code removes it',
  query: Type.Object({ ...query.properties, voucherCode: Type.Optional(Type.String({ maxLength: 100 })) }),
  result: Type.Boolean(),
  problems: [...written, ...codeRefusals],
});

export const cartEndpoints = [
  createCart,
  pullCart,
  updateCartItem,
  deleteCartItem,
  cartTotals,
  paymentMethods,
  shippingMethods,
  shippingInformation,
  collectTotals,
  applyCoupon,
  deleteCoupon,
  showCoupon,
  addVoucher,
];
