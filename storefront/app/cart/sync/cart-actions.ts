import type { paymentMethods, shippingMethods } from '@fynbos/core/cart/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { ApiProblem } from '../../platform/api/api-problem.ts';
import type { CartLine, NewLine } from './cart-line.ts';
import type { Where } from './cart-requests.ts';

/** The refusal of a request that only the shop can decide; undefined on success. */
export type CodeRefusal =
  | {
      /** The problem code of the refusal. */
      refused: string;
      values: Record<string, string | number>;
      problem: ApiProblem;
      /** The shop has not refused: it was not reached, or is busy. */
      isUnheard: boolean;
    }
  | undefined;

/** The delivery place of a cart, as far as known before checkout. */
export interface DeliveryPlace {
  country_id: string;
  /** ISO 3166-2, as `ZA-WC`. */
  region_code: string;
  postcode: string;
  /** Known at checkout; `[apartment, street]` here (spec D14). */
  region?: string;
  region_id?: number;
  city?: string;
  street?: string[];
}

export type ShippingMethod = ResultOf<typeof shippingMethods>[number];
/** Identifies a shipping method; two carriers may use the same method code. */
export const shippingMethodCode = ({ carrier_code, method_code }: ShippingMethod) =>
  `${carrier_code} ${method_code}`;

export type PaymentMethod = ResultOf<typeof paymentMethods>[number];

/**
 * Cart actions. Every change is visible at once; its promise resolves when it is stored, or when storing
 * failed and was reported. The server confirms later. No action rejects unless noted.
 */
export interface CartDoing {
  /**
   * Adds a quantity to the cart.
   * @returns whether it was added; problems were reported
   */
  add(line: NewLine, qty: number): Promise<boolean>;
  /** Sets the quantity of a line; 0 removes it. */
  setQuantity(key: string, qty: number): Promise<void>;
  /**
   * Removes a line.
   * @returns a function that puts it back
   */
  remove(key: string): Promise<() => Promise<void>>;
  /** Replaces a line with another variant or other options (CART-6). */
  change(key: string, line: CartLine, qty: number): Promise<void>;
  /**
   * Empties the cart.
   * @returns a function that puts everything back
   */
  clear(): Promise<() => Promise<void>>;
  /** Needs a network. */
  applyCoupon(code: string): Promise<CodeRefusal>;
  removeCoupon(): Promise<CodeRefusal>;
  /** An empty code removes the voucher. */
  applyVoucher(code: string): Promise<CodeRefusal>;
  /** The shipping methods of this cart. Needs a network; rejects with the `ApiProblem`. */
  shippingMethods(place: DeliveryPlace): Promise<readonly ShippingMethod[]>;
  /** Chooses a shipping method; the totals are updated. Needs a network. */
  chooseDelivery(place: DeliveryPlace, method: ShippingMethod): Promise<CodeRefusal>;
  /** The payment methods of this cart. Needs a network; rejects with the `ApiProblem`. */
  paymentMethods(): Promise<readonly PaymentMethod[]>;
  /**
   * The token and customer of this cart, once all entries have reached the server. Rejects with the
   * `ApiProblem`.
   */
  whose(): Promise<Where>;
  /**
   * Reads the current cart from the server.
   * @returns whether it responded
   */
  confirm(): Promise<boolean>;
  /** Reads the cart from the server where it may have changed; with `force` always. */
  refresh(options?: { force?: boolean }): Promise<void>;
  /** Sends waiting entries at once. */
  retry(): void;
  dismissRefusal(id: string): Promise<void>;
  /**
   * After a payment, the shop has removed the ordered lines from this cart, or closed it.
   * @returns whether the cart here matches the shop's
   */
  refreshAfterPayment(token: string): Promise<boolean>;
  /**
   * Removes the lines of a stored order from the cart, which becomes the next one. Applied once, however
   * often it is called for the same order.
   */
  removeOrdered(order: string, lines: readonly { key: string; qty: number }[]): Promise<void>;
  /** Puts the lines of a withdrawn order back into the cart; applied once in the same way. */
  giveBack(order: string, lines: readonly (CartLine & { qty: number })[]): Promise<void>;
  /** After an order: removes its cart here, since the server has used it up (spec commerce 4 «Order placement»). */
  forget(ordered: Where): Promise<void>;
}
