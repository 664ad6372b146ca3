/**
 * Every expected error once: its HTTP status, whether the same call may succeed later, and the sentence for
 * the shopper (spec D1). The code is the stable name on the wire (`meta.problem`) and, with the prefix
 * `problem.`, the message id in every language.
 *
 * Names in braces are replaced by the problem's values.
 */
export const problems = {
  invalid_input: { status: 400, retry: false, sentence: 'Some of the information sent is not valid.' },
  malformed_body: { status: 400, retry: false, sentence: 'The request could not be read.' },
  unknown_partition: { status: 400, retry: false, sentence: 'There is no shop called {partitionKey}.' },
  raw_query_refused: {
    status: 400,
    retry: false,
    sentence: 'Search with filters and text; engine queries are not accepted.',
  },
  too_many_filters: { status: 400, retry: false, sentence: 'A search takes at most {limit} filters.' },
  search_unavailable: {
    status: 503,
    retry: true,
    sentence: 'We cannot list products at the moment. Please try again in a few seconds.',
  },
  unknown_index: { status: 404, retry: false, sentence: 'There is no catalogue called {index}.' },
  unknown_entity: { status: 404, retry: false, sentence: 'The catalogue has no entity {entity}.' },
  metrics_refused: {
    status: 403,
    retry: false,
    sentence: 'Metrics are available to operators only.',
  },
  cache_key_refused: { status: 403, retry: false, sentence: 'Invalid cache invalidation key' },
  product_not_found: { status: 404, retry: false, sentence: 'Product not found.' },
  image_not_found: { status: 404, retry: false, sentence: 'Image not found.' },
  image_size_refused: {
    status: 400,
    retry: false,
    sentence: 'Images are available in these sizes: {sizes}.',
  },
  not_logged_in: { status: 401, retry: false, sentence: 'You need to be logged in to see this page' },
  login_failed: { status: 401, retry: false, sentence: 'The e-mail address or password is incorrect.' },
  token_refused: {
    status: 401,
    retry: false,
    sentence: 'Error refreshing user token. User is not authorized to access the resource',
  },
  foreign_origin: {
    status: 403,
    retry: false,
    sentence: 'This action is available only on the shop’s own pages.',
  },
  email_taken: { status: 409, retry: false, sentence: 'A customer with the same email already exists' },
  password_wrong: { status: 403, retry: false, sentence: 'The current password is incorrect.' },
  password_link_invalid: {
    status: 400,
    retry: false,
    sentence: 'This link is no longer valid. Please request a new one.',
  },
  email_link_invalid: {
    status: 400,
    retry: false,
    sentence: 'This link is no longer valid. Log in and request a new one in your account.',
  },
  email_link_clears: {
    status: 409,
    retry: false,
    sentence: 'Log in to this account first, or confirm that what is saved in it is removed.',
  },
  newsletter_link_invalid: {
    status: 400,
    retry: false,
    sentence: 'This link is no longer valid. Please subscribe again.',
  },
  address_not_found: { status: 404, retry: false, sentence: 'Address not found.' },
  session_not_found: { status: 404, retry: false, sentence: 'This session has already ended.' },
  value_unknown: { status: 404, retry: false, sentence: 'There is no stored value with this name.' },
  place_unknown: {
    status: 404,
    retry: false,
    sentence: 'We don’t know this place. Enter its postal code, or a larger town nearby.',
  },
  store_not_found: { status: 404, retry: false, sentence: 'Store not found.' },
  cms_empty: { status: 404, retry: false, sentence: 'CMS query returned empty result' },
  mail_token_refused: { status: 403, retry: false, sentence: 'Email is not authorized!' },
  mail_recipient_refused: {
    status: 400,
    retry: false,
    sentence: 'Mail can be sent to the shop only.',
  },
  too_many_attempts: {
    status: 429,
    retry: true,
    sentence: 'Too many attempts. Please wait a few minutes and try again.',
  },
  cart_not_found: {
    status: 404,
    retry: false,
    sentence: 'This cart no longer exists. Please create a new one.',
  },
  cart_item_not_found: { status: 404, retry: false, sentence: 'This product is no longer in the cart.' },
  idempotency_conflict: {
    status: 409,
    retry: false,
    sentence: 'This request was already used for something else.',
  },
  quantity_invalid: {
    status: 400,
    retry: false,
    sentence: 'The quantity must be a whole number greater than 0.',
  },
  quantity_too_high: {
    status: 409,
    retry: false,
    sentence: 'Only {maxQuantity} products of this type are available.',
  },
  quantity_too_low: {
    status: 409,
    retry: false,
    sentence: 'Please order at least {minQuantity} of this product.',
  },
  price_unknown: {
    status: 409,
    retry: false,
    sentence: 'Product price is unknown, product cannot be added to the cart!',
  },
  product_unavailable: {
    status: 409,
    retry: false,
    sentence: 'This product is not available at the moment.',
  },
  out_of_stock: {
    status: 409,
    retry: false,
    sentence: 'The product is out of stock and cannot be added to the cart!',
  },
  options_invalid: { status: 400, retry: false, sentence: 'Please choose the options of this product.' },
  cart_full: { status: 409, retry: false, sentence: 'A cart can hold at most {limit} different products.' },
  shipping_method_unknown: {
    status: 409,
    retry: false,
    sentence: 'This delivery method is not available for this cart.',
  },
  coupon_wrong: { status: 400, retry: false, sentence: 'Incorrect coupon code.' },
  coupon_used: { status: 409, retry: false, sentence: 'You’ve already used this code.' },
  coupon_first_order: { status: 409, retry: false, sentence: 'This code is for a first order only.' },
  coupon_spend_more: {
    status: 409,
    retry: false,
    sentence: 'Spend at least {amount} to use this coupon: {missing} more.',
  },
  coupon_not_for_goods: {
    status: 409,
    retry: false,
    sentence: 'This coupon does not apply to the products in your cart.',
  },
  order_empty: {
    status: 400,
    retry: false,
    sentence: 'Shopping cart is empty. Please add some products before entering Checkout.',
  },
  order_address_invalid: {
    status: 400,
    retry: false,
    sentence: 'Address in checkout contains invalid data, the order has been cancelled',
  },
  order_lines_unavailable: {
    status: 409,
    retry: false,
    sentence: 'Some of the ordered products are not available.',
  },
  payment_method_unknown: {
    status: 409,
    retry: false,
    sentence: 'This payment method is not available for this order.',
  },
  total_changed: {
    status: 409,
    retry: false,
    sentence: 'Prices or stock have changed since you last looked. Please check your order again.',
  },
  download_not_found: {
    status: 404,
    retry: false,
    sentence: 'There is nothing to download here, or its order is not paid.',
  },
  download_expired: {
    status: 410,
    retry: false,
    sentence: 'This download link has expired. Your order has a new one.',
  },
  order_not_found: { status: 404, retry: false, sentence: 'Order not found.' },
  order_state_refused: {
    status: 409,
    retry: false,
    sentence: 'This is no longer possible for this order.',
  },
  customer_blocked: {
    status: 403,
    retry: false,
    sentence: 'We cannot accept orders from this e-mail address. Please contact us.',
  },
  unpaid_order_limit: {
    status: 409,
    retry: false,
    sentence:
      'You have too many unpaid orders. Please pay or cancel one of them first, or pay for this one on delivery.',
  },
  unpaid_stock_limit: {
    status: 409,
    retry: false,
    sentence:
      'Until you pay, we can reserve at most {maxQuantity} of {product} for you. Please order fewer, or pay or cancel an unpaid order first.',
  },
  order_paid: {
    status: 409,
    retry: false,
    sentence: 'Your cart is already ordered. Please do not pay again.',
  },
  payment_not_found: { status: 404, retry: false, sentence: 'Payment not found.' },
  payment_over: {
    status: 409,
    retry: false,
    sentence: 'This payment has ended. Please start again.',
  },
  payment_refused: {
    status: 409,
    retry: false,
    sentence: 'The payment provider declined this payment. Please choose another payment method.',
  },
  payment_unavailable: {
    status: 503,
    retry: true,
    sentence: 'The payment provider is not responding. Please try again in a moment.',
  },
  refund_too_high: {
    status: 409,
    retry: false,
    sentence: 'The amount exceeds the refundable balance.',
  },
  web_hook_refused: {
    status: 401,
    retry: false,
    sentence: 'The signature of the provider is missing or invalid.',
  },
  path_not_found: { status: 404, retry: false, sentence: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, retry: false, sentence: 'This address does not support {method}.' },
  body_too_large: { status: 413, retry: false, sentence: 'The request is too large.' },
  headers_too_large: { status: 431, retry: false, sentence: 'The address or the headers are too long.' },
  too_slow: { status: 408, retry: true, sentence: 'The request did not arrive in time. Please try again.' },
  unsupported_media: { status: 415, retry: false, sentence: 'Send the request as application/json.' },
  not_ready: { status: 503, retry: true, sentence: 'The shop is starting; try again in a moment.' },
  unavailable: {
    status: 503,
    retry: true,
    sentence: 'The shop is not available at the moment. Please try again in a few seconds.',
  },
  internal: { status: 500, retry: true, sentence: 'Something went wrong, try again in a few seconds' },
} as const satisfies Record<string, { status: number; retry: boolean; sentence: string }>;

export type ProblemCode = keyof typeof problems;

/** A validation error of one input field: its path and a sentence. */
export interface FieldProblem {
  field: string;
  message: string;
  /** The violated rule, where the storefront has a message for it (`field.<rule>`). */
  fault?: string;
}

/** An expected error. Services throw it; the API's error handler responds with it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldProblem[];
  /** Data that a client needs to continue; merged into `meta`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    values: Record<string, string | number> = {},
    fields: readonly FieldProblem[] = [],
    details: Record<string, unknown> = {},
  ) {
    super(sentenceOf(code, values));
    this.name = 'Problem';
    this.code = code;
    this.values = values;
    this.fields = fields;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Returns the English sentence of a problem with its values filled in. */
function sentenceOf(code: ProblemCode, values: Record<string, string | number> = {}): string {
  return problems[code].sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
