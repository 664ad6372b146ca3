import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OrderLink, Uuid } from '../orders/contract.ts';
import { Download } from '../orders/order.ts';
import { type ProviderCode, providerCodes } from './providers.ts';

/**
 * Redirect to a provider and return (spec D7, spec commerce 7). A redirect needs an order saved with
 * `savePendingOrder`. The caller sends the cart's token, the customer's login, or the cookie of the
 * redirect.
 */
const Reference = Uuid;
const tokens = {
  cartId: Type.Optional(Type.String({ maxLength: 200 })),
  token: Type.Optional(Type.String({ maxLength: 1024 })),
};

/** Where the shopper pays. The fields depend on `kind`. */
export const PaymentRedirectOnWire = Type.Object({
  kind: Type.Union([Type.Literal('redirect'), Type.Literal('widget'), Type.Literal('done')], {
    description:
      'redirect: go to url. widget: load the script at url on a page. done: nothing is left to pay, request the status',
  }),
  checkoutReference: Type.String(),
  id: Type.String({ description: 'the provider’s id of the payment' }),
  url: Type.String(),
  returnUrl: Type.String({ description: 'where the provider sends the shopper afterwards' }),
  expiresAt: Type.String({ description: 'ISO 8601; the provider accepts no payment after it' }),
});

const redirectBody = {
  grandTotal: Type.Number({ description: 'the amount shown to the shopper; compared, never used' }),
  checkoutReference: Reference,
  paymentCode: Type.Optional(Type.String({ maxLength: 50 })),
  shopperResultUrl: Type.Optional(
    Type.String({ maxLength: 2000, description: 'not used: the shop knows its own URL' }),
  ),
};
const RedirectBody = Type.Object(redirectBody);
const redirectProblems = [
  'invalid_input',
  'not_logged_in',
  'payment_not_found',
  'payment_over',
  'payment_refused',
  'payment_unavailable',
  'payment_method_unknown',
  'total_changed',
  'too_many_attempts',
] as const;

export const checkoutId = endpoint({
  name: 'checkoutId',
  method: 'POST',
  path: '/api/payments/card/checkout-id',
  summary: 'Start a card payment: a checkout id and the widget that takes the card (PAY-1)',
  query: Type.Object(tokens),
  body: RedirectBody,
  result: PaymentRedirectOnWire,
  problems: redirectProblems,
});

/** A card, a pay link and PayPal have calls of their own. Payments by each other provider start in the same way. */
const hasCommonStart = (code: ProviderCode): code is Exclude<ProviderCode, 'card' | 'local-b' | 'wallet'> =>
  !['card', 'local-b', 'wallet'].includes(code);

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/api/payments/{provider}/create-checkout',
  summary:
    'Start a payment by instalments or with local provider A; returns where to send the shopper (PAY-2, PAY-3)',
  params: Type.Object({ provider: Type.Enum(providerCodes.filter(hasCommonStart)) }),
  query: Type.Object(tokens),
  body: RedirectBody,
  result: PaymentRedirectOnWire,
  problems: redirectProblems,
});

export const createPaylink = endpoint({
  name: 'createPaylink',
  method: 'POST',
  path: '/api/payments/local-b/create-paylink',
  summary: 'Start a payment with local provider B: its pay link (PAY-4)',
  query: Type.Object({
    ...tokens,
    returnurlbase: Type.Optional(
      Type.String({ maxLength: 2000, description: 'not used: the shop knows its own URL' }),
    ),
  }),
  body: RedirectBody,
  result: PaymentRedirectOnWire,
  problems: redirectProblems,
});

export const execute = endpoint({
  name: 'execute',
  method: 'POST',
  path: '/api/payments/wallet/execute',
  summary: 'Start a wallet payment; after the shopper’s approval, capture it: kind is then done (PAY-5)',
  query: Type.Object(tokens),
  body: Type.Object({
    ...redirectBody,
    grandTotal: Type.Optional(redirectBody.grandTotal),
    token: Type.Optional(
      Type.String({ maxLength: 200, description: 'the token that the wallet appended to the return URL' }),
    ),
    PayerID: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  result: PaymentRedirectOnWire,
  problems: redirectProblems,
});

const Provider = Type.Object({ provider: Type.Enum(providerCodes) });

/** The status of a payment (spec D7). */
export const PaymentState = Type.Object({
  status: Type.Union([
    Type.Literal('paid'),
    Type.Literal('pending'),
    Type.Literal('declined'),
    Type.Literal('cancelled'),
    Type.Literal('expired'),
    Type.Literal('review'),
    Type.Literal('error'),
  ]),
  orderNumber: Type.String(),
  checkoutReference: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  message: Type.String({ description: 'a message for shoppers' }),
  paymentCode: Type.String(),
  /** Fields that old clients do not know. */
  canPay: Type.Boolean({
    description: 'whether the order still awaits payment: this payment can be continued, or another started',
  }),
  isOrdered: Type.Boolean({ description: 'whether the order is placed, by any payment' }),
  isGivenBack: Type.Boolean({
    description: 'whether the money arrived too late for the order and is refunded',
  }),
  orderedWith: Type.Optional(
    Type.String({
      description:
        'the number of the order that the cart was ordered with instead: this order cannot be paid any more',
    }),
  ),
  isGuests: Type.Boolean({ description: 'whether the order has no account' }),
  downloads: Type.Optional(
    Type.Array(Download, { description: 'the bought files, for the shopper who placed the order' }),
  ),
  orderLink: OrderLink,
  awaited: Type.Optional(
    Type.Object(
      {
        checkoutReference: Type.String(),
        paymentCode: Type.String(),
        openUntil: Type.Optional(
          Type.String({ description: 'ISO 8601; until then the shopper can return to its page' }),
        ),
      },
      {
        description:
          'the payment of this order that a provider has not decided; while it has no openUntil, no payment can be started',
      },
    ),
  ),
});

const Link = Type.String({ minLength: 1, maxLength: 200, description: 'the secret in the payment link' });

export const linkedPayment = endpoint({
  name: 'linkedPayment',
  method: 'GET',
  path: '/api/payments/link',
  summary: 'The status of the payment of an order, for the holder of its payment link',
  query: Type.Object({ link: Link }),
  result: PaymentState,
  problems: ['invalid_input', 'payment_not_found', 'too_many_attempts'],
});

export const payLinked = endpoint({
  name: 'payLinked',
  method: 'POST',
  path: '/api/payments/link',
  summary: 'Start the payment of an order, or continue it, for the holder of its payment link',
  body: Type.Object({ link: Link }),
  result: PaymentRedirectOnWire,
  problems: [...redirectProblems, 'order_paid', 'unpaid_order_limit', 'unpaid_stock_limit'],
});

export const cancelUnpaidOrder = endpoint({
  name: 'cancelUnpaidOrder',
  method: 'POST',
  path: '/api/payments/cancel',
  summary:
    'Cancel an unpaid order, by the checkoutReference of a payment or by its payment link; its stock is released. A payment in progress is not cancelled: the status tells',
  query: Type.Object(tokens),
  body: Type.Object({ checkoutReference: Type.Optional(Reference), link: Type.Optional(Link) }),
  result: PaymentState,
  problems: [
    'invalid_input',
    'not_logged_in',
    'payment_not_found',
    'payment_unavailable',
    'too_many_attempts',
  ],
});

const statusProblems = ['invalid_input', 'not_logged_in', 'payment_not_found', 'too_many_attempts'] as const;

export const processOrder = endpoint({
  name: 'processOrder',
  method: 'GET',
  path: '/api/payments/{provider}/process-order',
  summary:
    'After the return: query the provider for the payment’s status. `id` is the provider’s id, `ref` the checkoutReference',
  params: Provider,
  query: Type.Object({
    ...tokens,
    id: Type.Optional(Type.String({ maxLength: 200 })),
    ref: Type.Optional(Type.String({ maxLength: 200 })),
    resourcePath: Type.Optional(
      Type.String({ maxLength: 500, description: 'accepted but not used: the shop stores its checkouts' }),
    ),
  }),
  result: PaymentState,
  problems: statusProblems,
});

export const paymentStatus = endpoint({
  name: 'paymentStatus',
  method: 'GET',
  path: '/api/payments/{provider}/status',
  summary:
    'The status of a payment. `ref` is the checkoutReference, or the order’s `order_id` for its latest payment; the provider in the path is then ignored',
  params: Provider,
  query: Type.Object({ ...tokens, ref: Type.String({ minLength: 1, maxLength: 200 }) }),
  result: PaymentState,
  problems: statusProblems,
});

/** Webhook of the providers. Calls that are not from the provider change nothing. */
export const webHook = endpoint({
  name: 'webHook',
  method: 'POST',
  path: '/api/payments/{provider}/web-hook',
  summary:
    'Webhook of a provider. A call about a known payment is verified, then the status is queried from the provider; only that status counts',
  params: Provider,
  body: Type.Unknown(),
  result: Type.String(),
  envelope: false,
  media: ['text/plain'],
  problems: ['payment_not_found', 'web_hook_refused', 'too_many_attempts', 'payment_unavailable'],
});

export const paymentEndpoints = [
  checkoutId,
  createCheckout,
  createPaylink,
  execute,
  linkedPayment,
  payLinked,
  cancelUnpaidOrder,
  processOrder,
  paymentStatus,
  webHook,
];
