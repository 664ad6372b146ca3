import { Type } from 'typebox';
import { CartTotals } from '../cart/contract.ts';
import { endpoint } from '../endpoint.ts';
import { Download, Order, OrderStateOnly } from './order.ts';

/**
 * Orders on the wire (spec commerce 7, wire contract 1.2 and 1.3). To place one, a client sends the cart's token
 * as `X-Cart-Token`, and the customer's as `Authorization: Bearer` if the cart belongs to an account
 * (spec D5).
 */
const query = Type.Object({
  cartId: Type.Optional(Type.String({ maxLength: 200 })),
  token: Type.Optional(Type.String({ maxLength: 1024 })),
});
const Text = Type.String({ maxLength: 255 });
const MaybeText = Type.Optional(Type.Union([Text, Type.Null()]));
const Id = Type.Union([Type.Integer(), Type.String({ maxLength: 50 }), Type.Null()]);
const Money = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

/**
 * The client chooses it before it sends the order, so that a retry does not create a second order (spec D5).
 */
const OrderId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'chosen by the client, a UUID where it can',
});

export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  description: 'a UUID chosen by the client',
});

/** Delivery or billing address; street is `[street, apartment]` (spec D14). */
const OrderAddress = Type.Object({
  firstname: Text,
  lastname: Text,
  street: Type.Array(Type.Union([Text, Type.Null()]), { minItems: 1, maxItems: 4 }),
  suburb: MaybeText,
  city: Text,
  region: Type.Optional(Type.Union([Text, Type.Object({}), Type.Null()])),
  region_id: Type.Optional(Id),
  region_code: MaybeText,
  postcode: Text,
  country_id: MaybeText,
  countryId: MaybeText,
  telephone: MaybeText,
  company: MaybeText,
  vat_id: MaybeText,
  email: MaybeText,
});

/** Of a guest's order, for the browser that placed it. */
export const OrderLink = Type.Optional(
  Type.String({
    description: 'the secret in the mailed link of a guest’s order, for the client that placed it',
  }),
);

/** A product as the client believes it is in the cart. Amounts are compared, never used (spec D6). */
const OrderedProduct = Type.Object({
  sku: Type.String({ minLength: 1, maxLength: 200 }),
  qty: Type.Union([
    Type.Integer({ minimum: 1, maximum: 999_999 }),
    Type.String({ pattern: '^[1-9][0-9]{0,5}$' }),
  ]),
  product_option: Type.Optional(Type.Unknown()),
  price: Money,
  price_incl_tax: Money,
  priceInclTax: Money,
});

/** Maximum number of lines after a login merged two carts. */
const maxOrderProducts = 1000;

const orderFields = {
  order_id: Type.Optional(OrderId),
  user_id: Type.Optional(Id),
  cart_id: Type.Optional(Id),
  store_code: MaybeText,
  /** Language of the order confirmation. */
  locale: Type.Optional(Type.String({ maxLength: 10 })),
  products: Type.Array(OrderedProduct, { minItems: 1, maxItems: maxOrderProducts }),
  addressInformation: Type.Object({
    shippingAddress: Type.Optional(Type.Union([OrderAddress, Type.Null()])),
    billingAddress: Type.Optional(Type.Union([OrderAddress, Type.Null()])),
    shipping_method_code: MaybeText,
    shipping_carrier_code: MaybeText,
    shipping_store_code: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'the store of a collection as it was shown; compared, never used',
      }),
    ),
    payment_method_code: Text,
    payment_method_additional: Type.Optional(
      Type.Unknown({ description: 'stored with the order; at most 4096 bytes as JSON' }),
    ),
    shippingExtraFields: Type.Optional(
      Type.Unknown({
        description: 'such as a pick-up point; stored with the order; at most 4096 bytes as JSON',
      }),
    ),
  }),
  grand_total: Type.Optional(
    Type.Number({ description: 'the amount shown to the shopper; compared, never used' }),
  ),
};
export const OrderBody = Type.Object(orderFields);

const placed = [
  'order_paid',
  'invalid_input',
  'cart_not_found',
  'not_logged_in',
  'order_empty',
  'order_address_invalid',
  'order_lines_unavailable',
  'shipping_method_unknown',
  'payment_method_unknown',
  'total_changed',
  'idempotency_conflict',
  'customer_blocked',
  'unpaid_order_limit',
  'unpaid_stock_limit',
  'too_many_attempts',
] as const;

export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/order',
  summary:
    'Place the order of a cart. The same order_id and body always returns the same response. total_changed has the current meta.totals and meta.items. With an online payment method the order waits for its payment at redirect_url, unless the client sends a checkoutReference',
  query,
  body: Type.Object({
    ...orderFields,
    checkoutReference: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'of a client that starts payments itself, after save-pending-order',
      }),
    ),
  }),
  result: Type.Object({
    magentoOrderId: Type.String(),
    backendOrderId: Type.String(),
    orderNumber: Type.String(),
    transferedAt: Type.String(),
    redirect_url: Type.Optional(
      Type.String({
        description:
          'with an online payment method: the page on which the shopper pays, as long as the order waits. The link is a secret',
      }),
    ),
    downloads: Type.Optional(
      Type.Array(Download, { description: 'of an order that needs no payment. Each response has new links' }),
    ),
    orderLink: OrderLink,
  }),
  problems: placed,
});

export const savePendingOrder = endpoint({
  name: 'savePendingOrder',
  method: 'POST',
  path: '/api/order/save-pending-order',
  summary:
    'Freeze the cart’s lines and total into a payment attempt, before the redirect to a provider (spec D6)',
  query,
  body: Type.Object({ ...orderFields, checkoutReference: Uuid }),
  result: Type.Object({
    checkoutReference: Type.String(),
    amount: Type.Number(),
    currency: Type.String(),
    totals: CartTotals,
  }),
  problems: [...placed, 'payment_over'],
});

export const syncOrder = endpoint({
  name: 'syncOrder',
  method: 'GET',
  path: '/api/sync/order/{order_id}',
  summary: 'Whether an order arrived, by the client’s own id; returns no contents of the order',
  params: Type.Object({ order_id: OrderId }),
  result: Type.Union([
    Type.Object({
      platform_order_id: Type.String(),
      transmited: Type.Boolean(),
      transmited_at: Type.String(),
      platform: Type.String(),
      order: Type.Null(),
    }),
    Type.Null(),
  ]),
  problems: ['invalid_input'],
});

export const orderHistory = endpoint({
  name: 'orderHistory',
  needsLogin: true,
  method: 'GET',
  path: '/api/user/order-history',
  summary: 'The customer’s orders, newest first; 20 a page',
  query: Type.Object({
    token: Type.Optional(Type.String({ maxLength: 1024 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  result: Type.Object({
    items: Type.Array(Order),
    search_criteria: Type.Object({ page_size: Type.Integer(), current_page: Type.Integer() }),
    total_count: Type.Integer(),
  }),
  problems: ['invalid_input', 'not_logged_in'],
});

const OrderNumber = Type.String({ minLength: 1, maxLength: 30 });

/** The order is named by its number, or by the secret of its mailed link. */
const orderNames = {
  orderNumber: Type.Optional(OrderNumber),
  email: Type.Optional(Text),
  link: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'the secret in the mailed link of a guest’s order',
    }),
  ),
};

export const findOrder = endpoint({
  name: 'findOrder',
  method: 'POST',
  path: '/api/order/find',
  summary:
    'One order: a customer’s by its number, a guest’s by the link of its mails. Number and e-mail address of a guest’s order show its state only, and its store if it is collected. A mismatch returns order_not_found',
  body: Type.Object(orderNames),
  result: Type.Union([Order, OrderStateOnly]),
  problems: ['invalid_input', 'not_logged_in', 'order_not_found', 'too_many_attempts'],
});

export const mailOrderLink = endpoint({
  name: 'mailOrderLink',
  method: 'POST',
  path: '/api/order/mail-link',
  summary:
    'Mail the link of a guest’s order to its e-mail address. The response is the same whether there is such an order or not',
  body: Type.Object({
    orderNumber: OrderNumber,
    email: Type.String({ maxLength: 255, documented: { format: 'email' } }),
  }),
  result: Type.Boolean(),
  problems: ['invalid_input', 'too_many_attempts'],
});

export const reorder = endpoint({
  name: 'reorder',
  method: 'POST',
  path: '/api/order/reorder',
  summary:
    'Add the available lines of a customer’s order (or of a guest’s, with its link) to the cart, and list the unavailable ones',
  query,
  body: Type.Object(orderNames),
  result: Type.Object({
    added: Type.Array(Type.Object({ sku: Type.String(), name: Type.String(), qty: Type.Integer() })),
    unavailable: Type.Array(
      Type.Object({
        sku: Type.String(),
        name: Type.String(),
        qty: Type.Integer({ description: 'unavailable quantity' }),
        problem: Type.String({ description: 'the problem code' }),
      }),
    ),
  }),
  problems: [
    'invalid_input',
    'not_logged_in',
    'cart_not_found',
    'order_not_found',
    'idempotency_conflict',
    'too_many_attempts',
  ],
});

export const downloadProduct = endpoint({
  name: 'downloadProduct',
  method: 'GET',
  path: '/api/order/download/{link}',
  summary:
    'A file of a paid order, by the signed link of an order, a payment or a mail. A browser with an expired link is sent to the page of the order',
  params: Type.Object({ link: Type.String({ minLength: 1, maxLength: 200 }) }),
  result: Type.Unknown(),
  envelope: false,
  media: ['application/octet-stream', 'application/json'],
  problems: ['invalid_input', 'download_not_found', 'download_expired', 'too_many_attempts'],
});

export const orderEndpoints = [
  placeOrder,
  savePendingOrder,
  syncOrder,
  orderHistory,
  findOrder,
  mailOrderLink,
  reorder,
  downloadProduct,
];
