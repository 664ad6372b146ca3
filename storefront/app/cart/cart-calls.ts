import {
  addVoucher,
  applyCoupon,
  createCart,
  deleteCartItem,
  deleteCoupon,
  pullCart,
  shippingInformation,
  shippingMethods,
  updateCartItem,
} from '@fynbos/core/cart/contract.ts';
import { lineKey } from '@fynbos/core/cart/line.ts';
import type { Endpoint } from '@fynbos/core/endpoint.ts';
import type { Answer, CallOptions } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import type { PendingEntry, ServerCart } from './cart-box.ts';
import type { DeliveryPlace, DeliveryWay } from './cart-doing.ts';
import type { CartLine, ConfirmedLine } from './cart-line.ts';
import { confirmedLine, serverCart } from './cart-wire.ts';

/** How a call of the cart travels: for a customer with their token, otherwise without. */
export type CallCart = <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  asCustomer: boolean,
) => Promise<Answer<E>>;

/** Which cart, and for whom. */
export interface Where {
  token: string;
  asCustomer: boolean;
}

export type CodeKind = 'coupon' | 'voucher';

/** What a write came to: the cart afterwards, and what the server calls the line. */
export interface Taken {
  cart: ServerCart;
  line?: ConfirmedLine | undefined;
}

const query = { whole: true };

/** The calls of the cart (commerce 7). All throw ApiProblem. */
export class CartCalls {
  readonly #call: CallCart;

  constructor(call: CallCart) {
    this.#call = call;
  }

  /** @returns the token of a new cart, or of the customer's, into which the guest's has gone */
  async open(guestToken: string | undefined, asCustomer: boolean): Promise<string> {
    return (await this.#call(createCart, { cartToken: guestToken }, asCustomer)).result;
  }

  async read({ token, asCustomer }: Where): Promise<ServerCart> {
    return wholeOf(await this.#call(pullCart, { cartToken: token, query }, asCustomer));
  }

  /**
   * Sends an entry. @returns undefined when it has nothing to do any more: its line is gone
   *
   * @param items the confirmed lines, the same at each attempt
   */
  async send(where: Where, entry: PendingEntry, items: readonly ConfirmedLine[]): Promise<Taken | undefined> {
    if (entry.kind === 'add') return this.#update(where, entry.id, itemOf(entry.line, entry.qty));
    if (entry.kind === 'clear')
      return items[0] && this.#delete(where, `${entry.id}/${items[0].item_id}`, items[0]);
    const line = items.find((item) => lineKey(item) === entry.key);
    if (!line) return undefined;
    if (entry.kind === 'remove') return this.#delete(where, entry.id, line);
    const { item_id } = line;
    // A quantity alone leaves the options as they are.
    if (entry.kind === 'set')
      return this.#update(where, entry.id, { sku: line.sku, qty: entry.qty, item_id });
    return this.#update(where, entry.id, { ...itemOf(entry.line, entry.qty), item_id });
  }

  /** Applies a code; the empty one takes it away. */
  async code(
    { token: cartToken, asCustomer }: Where,
    key: string,
    kind: CodeKind,
    code: string,
  ): Promise<ServerCart> {
    if (kind === 'voucher') {
      const options = { cartToken, key, query: { ...query, voucherCode: code } };
      return wholeOf(await this.#call(addVoucher, options, asCustomer));
    }
    if (code === '') return wholeOf(await this.#call(deleteCoupon, { cartToken, key, query }, asCustomer));
    const options = { cartToken, key, query: { ...query, coupon: code } };
    return wholeOf(await this.#call(applyCoupon, options, asCustomer));
  }

  async deliveryWays({ token, asCustomer }: Where, address: DeliveryPlace): Promise<DeliveryWay[]> {
    const options = { cartToken: token, body: { address } };
    return (await this.#call(shippingMethods, options, asCustomer)).result;
  }

  /** Chooses a way of delivery; the cart is read after it. */
  async chooseDelivery(
    { token, asCustomer }: Where,
    key: string,
    shippingAddress: DeliveryPlace,
    { carrier_code, method_code }: DeliveryWay,
  ): Promise<void> {
    const chosen = { shippingCarrierCode: carrier_code, shippingMethodCode: method_code };
    const body = { addressInformation: { shippingAddress, ...chosen } };
    await this.#call(shippingInformation, { cartToken: token, key, body }, asCustomer);
  }

  async #update({ token, asCustomer }: Where, key: string, item: WrittenItem): Promise<Taken> {
    const options = { cartToken: token, key, query, body: { cartItem: { ...item, quoteId: token } } };
    const answer = await this.#call(updateCartItem, options, asCustomer);
    const line = typeof answer.result === 'object' ? confirmedLine(answer.result) : undefined;
    return { cart: wholeOf(answer), line };
  }

  async #delete({ token, asCustomer }: Where, key: string, line: ConfirmedLine): Promise<Taken> {
    const { sku, item_id } = line;
    const options = { cartToken: token, key, query, body: { cartItem: { sku, item_id, quoteId: token } } };
    return { cart: wholeOf(await this.#call(deleteCartItem, options, asCustomer)) };
  }
}

interface WrittenItem {
  sku: string;
  parentSku?: string;
  qty: number;
  product_option?: CartLine['product_option'];
  item_id?: number;
}

function itemOf({ sku, parentSku, product_option }: CartLine, qty: number): WrittenItem {
  return { sku, ...(parentSku && { parentSku }), qty, product_option };
}

function wholeOf({ meta }: { meta: Record<string, unknown> }): ServerCart {
  const cart = serverCart(meta);
  if (!cart) throw new ApiProblem('wrong_format');
  return cart;
}
