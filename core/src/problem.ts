/**
 * Every refusal the shop expects, once: its HTTP status, whether the same call may succeed later,
 * and the sentence a shopper can read (decision 1). The code is the stable name on the wire
 * (`meta.problem`) and, prefixed with `problem.`, the key of the sentence in every language.
 *
 * Words in braces are filled in from the problem's values.
 */
export const problems = {
  invalid_input: { status: 400, retry: false, sentence: 'Some of the information sent is not valid.' },
  malformed_body: { status: 400, retry: false, sentence: 'The request could not be read.' },
  unknown_partition: { status: 400, retry: false, sentence: 'There is no shop called {partitionKey} here.' },
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
  unknown_entity: { status: 404, retry: false, sentence: 'The catalogue does not keep {entity}.' },
  metrics_refused: {
    status: 403,
    retry: false,
    sentence: 'These figures are for whoever runs the shop.',
  },
  cache_key_refused: { status: 403, retry: false, sentence: 'Invalid cache invalidation key' },
  product_not_found: { status: 404, retry: false, sentence: 'Product not found.' },
  image_not_found: { status: 404, retry: false, sentence: 'Image not found.' },
  image_size_refused: { status: 400, retry: false, sentence: 'Images come in these sizes: {sizes}.' },
  not_logged_in: { status: 401, retry: false, sentence: 'You need to be logged in to see this page' },
  login_failed: { status: 401, retry: false, sentence: 'The e-mail address or the password is not right.' },
  token_refused: {
    status: 401,
    retry: false,
    sentence: 'Error refreshing user token. User is not authorized to access the resource',
  },
  foreign_origin: {
    status: 403,
    retry: false,
    sentence: 'This can be done on the shop’s own pages only.',
  },
  email_taken: { status: 409, retry: false, sentence: 'A customer with the same email already exists' },
  password_wrong: { status: 403, retry: false, sentence: 'The current password is not right.' },
  password_link_invalid: {
    status: 400,
    retry: false,
    sentence: 'This link is no longer valid. Please ask for a new one.',
  },
  newsletter_link_invalid: {
    status: 400,
    retry: false,
    sentence: 'This link is no longer valid. Please subscribe again.',
  },
  address_not_found: { status: 404, retry: false, sentence: 'Address not found.' },
  session_not_found: { status: 404, retry: false, sentence: 'This login has ended already.' },
  value_unknown: { status: 404, retry: false, sentence: 'Nothing is kept under this name.' },
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
    sentence: 'This cart is no longer there and must be created again.',
  },
  cart_item_not_found: { status: 404, retry: false, sentence: 'This product is no longer in the cart.' },
  idempotency_conflict: {
    status: 409,
    retry: false,
    sentence: 'This request was already used for something else.',
  },
  quantity_invalid: { status: 400, retry: false, sentence: 'The quantity must be a whole number above 0.' },
  quantity_too_high: {
    status: 409,
    retry: false,
    sentence: 'Only {maxQuantity} products of this type are available.',
  },
  price_unknown: {
    status: 409,
    retry: false,
    sentence: 'Product price is unknown, product cannot be added to the cart!',
  },
  product_unavailable: { status: 409, retry: false, sentence: 'This product is not sold at the moment.' },
  out_of_stock: {
    status: 409,
    retry: false,
    sentence: 'The product is out of stock and cannot be added to the cart!',
  },
  options_invalid: { status: 400, retry: false, sentence: 'Please choose the options of this product.' },
  cart_full: { status: 409, retry: false, sentence: 'A cart holds at most {limit} different products.' },
  shipping_method_unknown: {
    status: 409,
    retry: false,
    sentence: 'This way of delivery is not offered for this cart.',
  },
  coupon_wrong: { status: 400, retry: false, sentence: 'Incorrect coupon code.' },
  coupon_spend_more: { status: 409, retry: false, sentence: 'This coupon counts from {amount} on.' },
  coupon_not_for_goods: {
    status: 409,
    retry: false,
    sentence: 'This coupon does not count for the products in your cart.',
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
    sentence: 'This way of paying is not offered for this order.',
  },
  total_changed: {
    status: 409,
    retry: false,
    sentence: 'Prices or stock have changed since you last looked. Please check your order again.',
  },
  order_not_found: { status: 404, retry: false, sentence: 'There is no such order.' },
  order_state_refused: {
    status: 409,
    retry: false,
    sentence: 'This cannot be done with this order any more.',
  },
  order_paid: { status: 409, retry: false, sentence: 'This order has been paid already.' },
  payment_not_found: { status: 404, retry: false, sentence: 'There is no such payment.' },
  payment_over: {
    status: 409,
    retry: false,
    sentence: 'This payment is over. Please begin again.',
  },
  payment_refused: {
    status: 409,
    retry: false,
    sentence: 'The payment provider does not take this payment. Please choose another way of paying.',
  },
  payment_unavailable: {
    status: 503,
    retry: true,
    sentence: 'The payment provider does not answer. Nothing was charged; try again in a moment.',
  },
  refund_too_high: {
    status: 409,
    retry: false,
    sentence: 'This is more than was paid and not given back yet.',
  },
  web_hook_refused: { status: 401, retry: false, sentence: 'This is not signed by the provider.' },
  path_not_found: { status: 404, retry: false, sentence: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, retry: false, sentence: 'This address does not answer {method}.' },
  body_too_large: { status: 413, retry: false, sentence: 'The request is too large.' },
  headers_too_large: { status: 431, retry: false, sentence: 'The address or the headers are too long.' },
  too_slow: { status: 408, retry: true, sentence: 'The request did not arrive in time. Please try again.' },
  unsupported_media: { status: 415, retry: false, sentence: 'Send the request as application/json.' },
  not_ready: { status: 503, retry: true, sentence: 'The shop is starting; try again in a moment.' },
  unavailable: {
    status: 503,
    retry: true,
    sentence: 'The shop cannot answer at the moment. Please try again in a few seconds.',
  },
  internal: { status: 500, retry: true, sentence: 'Something went wrong, try again in a few seconds' },
} as const satisfies Record<string, { status: number; retry: boolean; sentence: string }>;

export type ProblemCode = keyof typeof problems;

/** What is wrong with one field of the input: where, and a sentence that says what. */
export interface FieldProblem {
  field: string;
  message: string;
  /** The rule that was broken, where the storefront has a sentence for it (`field.<fault>`). */
  fault?: string;
}

/** An expected refusal. Services throw it; the one error handler of the API answers it. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldProblem[];
  /** What a client needs to go on, beside the sentence: it becomes part of `meta`. */
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

/** The English sentence of a problem with its values filled in. */
export function sentenceOf(code: ProblemCode, values: Record<string, string | number> = {}): string {
  return problems[code].sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
