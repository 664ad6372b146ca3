import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OrderId } from '../orders/contract.ts';

/**
 * The way to a provider and back (decision 7, commerce 7). A hand-off needs an order that was saved with
 * `savePendingOrder`; whoever asks shows the cart's token, the customer's login, or the cookie of the hand-off.
 */
const Reference = OrderId;
const tokens = {
  cartId: Type.Optional(Type.String({ maxLength: 200 })),
  token: Type.Optional(Type.String({ maxLength: 1024 })),
};

/** Where a shopper goes to pay. Exactly what `kind` says is there. */
export const HandOff = Type.Object({
  kind: Type.Union([Type.Literal('redirect'), Type.Literal('widget'), Type.Literal('done')], {
    description:
      'redirect: go to url. widget: load the script at url on a page. done: nothing is left to pay, ask for the status',
  }),
  checkoutReference: Type.String(),
  id: Type.String({ description: 'the provider’s own name of it' }),
  url: Type.String(),
  returnUrl: Type.String({ description: 'where the provider sends the shopper afterwards' }),
  expiresAt: Type.String({ description: 'ISO 8601; after it the provider takes no payment' }),
});

const handOffBody = {
  grandTotal: Type.Number({ description: 'what the shopper was shown; compared, never used' }),
  checkoutReference: Reference,
  paymentCode: Type.Optional(Type.String({ maxLength: 50 })),
  shopperResultUrl: Type.Optional(
    Type.String({ maxLength: 2000, description: 'not used: the shop knows where it is' }),
  ),
};
const HandOffBody = Type.Object(handOffBody);
const handOffProblems = [
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
  summary: 'Begin a card payment: a checkout id and the widget that takes the card (PAY-1)',
  query: Type.Object(tokens),
  body: HandOffBody,
  result: HandOff,
  problems: handOffProblems,
});

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/api/payments/{provider}/create-checkout',
  summary: 'Begin a payment by instalments or with local provider A: where the shopper goes (PAY-2, PAY-3)',
  params: Type.Object({ provider: Type.Union([Type.Literal('instalments'), Type.Literal('local-a')]) }),
  query: Type.Object(tokens),
  body: HandOffBody,
  result: HandOff,
  problems: handOffProblems,
});

export const createPaylink = endpoint({
  name: 'createPaylink',
  method: 'POST',
  path: '/api/payments/local-b/create-paylink',
  summary: 'Begin a payment with local provider B: its pay link (PAY-4)',
  query: Type.Object({
    ...tokens,
    returnurlbase: Type.Optional(
      Type.String({ maxLength: 2000, description: 'not used: the shop knows where it is' }),
    ),
  }),
  body: HandOffBody,
  result: HandOff,
  problems: handOffProblems,
});

export const execute = endpoint({
  name: 'execute',
  method: 'POST',
  path: '/api/payments/wallet/execute',
  summary:
    'Begin a payment from a wallet; once the shopper has agreed there, take the money: kind is done then (PAY-5)',
  query: Type.Object(tokens),
  body: Type.Object({
    ...handOffBody,
    grandTotal: Type.Optional(handOffBody.grandTotal),
    token: Type.Optional(Type.String({ maxLength: 200, description: 'what the wallet added to the return' })),
    PayerID: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  result: HandOff,
  problems: handOffProblems,
});

const Provider = Type.Object({
  provider: Type.Union([
    Type.Literal('card'),
    Type.Literal('instalments'),
    Type.Literal('local-a'),
    Type.Literal('local-b'),
    Type.Literal('wallet'),
  ]),
});

/** How a payment stands (decision 7). */
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
  message: Type.String({ description: 'a sentence a shopper can read' }),
  paymentCode: Type.String(),
  /** What old clients do not know. */
  canPay: Type.Boolean({
    description:
      'whether the order still waits for its money: this payment can be continued, or another begun',
  }),
  isOrdered: Type.Boolean({ description: 'whether the order is placed, by whichever payment' }),
  isGivenBack: Type.Boolean({
    description: 'whether the money came too late for the order and goes back: something was taken then',
  }),
  isGuests: Type.Boolean({ description: 'whether the order has no account' }),
});

const statusProblems = ['invalid_input', 'not_logged_in', 'payment_not_found', 'too_many_attempts'] as const;

export const processOrder = endpoint({
  name: 'processOrder',
  method: 'GET',
  path: '/api/payments/{provider}/process-order',
  summary:
    'After the return: ask the provider how the payment stands. `id` is the provider’s name of it, `ref` the checkoutReference',
  params: Provider,
  query: Type.Object({
    ...tokens,
    id: Type.Optional(Type.String({ maxLength: 200 })),
    ref: Type.Optional(Type.String({ maxLength: 200 })),
    resourcePath: Type.Optional(
      Type.String({ maxLength: 500, description: 'taken and not used: the shop knows its checkouts' }),
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
    'How a payment stands. `ref` is the checkoutReference, or the order’s own `order_id`, which means its latest payment; the provider in the path is not compared then',
  params: Provider,
  query: Type.Object({ ...tokens, ref: Type.String({ minLength: 1, maxLength: 200 }) }),
  result: PaymentState,
  problems: statusProblems,
});

/** What providers call when something happened; who is no provider is answered 400 or 401 and changes nothing. */
export const webHook = endpoint({
  name: 'webHook',
  method: 'POST',
  path: '/api/payments/{provider}/web-hook',
  summary: 'A provider’s call. It is checked, and then the provider is asked: only the answer counts',
  params: Provider,
  body: Type.Unknown(),
  result: Type.String(),
  envelope: false,
  media: ['text/plain'],
  problems: ['payment_not_found', 'web_hook_refused'],
});

export const paymentEndpoints = [
  checkoutId,
  createCheckout,
  createPaylink,
  execute,
  processOrder,
  paymentStatus,
  webHook,
];
