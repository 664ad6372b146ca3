import type { paymentMethods, shippingMethods } from '@fynbos/core/cart/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { ApiProblem } from '../api-problem.ts';
import type { Where } from './cart-calls.ts';
import type { CartLine, NewLine } from './cart-line.ts';

/** How something that the shop alone decides was answered; undefined when it counts. */
export type CodeAnswer =
  | {
      /** The code of the refusal. */
      refused: string;
      values: Record<string, string | number>;
      problem: ApiProblem;
      /** The shop has not said no: it was not reached, or is busy. */
      isUnheard: boolean;
    }
  | undefined;

/** Where a cart shall go, as far as a shopper says it before checkout. */
export interface DeliveryPlace {
  country_id: string;
  /** ISO 3166-2, as `ZA-WC`. */
  region_code: string;
  postcode: string;
  /** Known at checkout; `[apartment, street]` here (decision 14). */
  region?: string;
  region_id?: number;
  city?: string;
  street?: string[];
}

export type DeliveryWay = ResultOf<typeof shippingMethods>[number];
/** Names a way; two carriers may have a method of the same code. */
export const codeOfWay = ({ carrier_code, method_code }: DeliveryWay) => `${carrier_code} ${method_code}`;

export type PaymentWay = ResultOf<typeof paymentMethods>[number];

/**
 * What can be done to the cart. Every change is seen at once, and its promise ends when it is written down
 * (or could not be, which is said): the server's word comes later. None of them rejects.
 */
export interface CartDoing {
  /** Puts so many into the cart. @returns whether it was put there; what was wrong has been said */
  add(line: NewLine, qty: number): Promise<boolean>;
  /** The line shall have this quantity; 0 removes it. */
  setQuantity(key: string, qty: number): Promise<void>;
  /** Removes a line. @returns what puts it back */
  remove(key: string): Promise<() => Promise<void>>;
  /** Another variant, or other options, in the place of a line (CART-6). */
  change(key: string, line: CartLine, qty: number): Promise<void>;
  /** Empties the cart. @returns what puts everything back */
  clear(): Promise<() => Promise<void>>;
  /** Needs a network. */
  applyCoupon(code: string): Promise<CodeAnswer>;
  removeCoupon(): Promise<CodeAnswer>;
  /** The empty code takes the voucher away. */
  applyVoucher(code: string): Promise<CodeAnswer>;
  /** The ways this cart can come there. Needs a network; rejects with the `ApiProblem`. */
  deliveryWays(place: DeliveryPlace): Promise<readonly DeliveryWay[]>;
  /** Chooses one of them; the totals follow. Needs a network. */
  chooseDelivery(place: DeliveryPlace, way: DeliveryWay): Promise<CodeAnswer>;
  /** The ways this cart can be paid. Needs a network; rejects with the `ApiProblem`. */
  paymentWays(): Promise<readonly PaymentWay[]>;
  /** What opens this cart at the server, once all that was done has reached it. Rejects with the `ApiProblem`. */
  whose(): Promise<Where>;
  /** Asks the server for the cart as it is now. @returns whether it was answered */
  confirm(): Promise<boolean>;
  /** Asks the server for the cart where something may have changed; with `force` in any case. */
  refresh(options?: { force?: boolean }): Promise<void>;
  /** Sends at once what waits. */
  tryAgain(): void;
  dismissRefusal(id: string): Promise<void>;
  /**
   * After a payment: the shop has taken out of this cart what was ordered, or used all of it up.
   * @returns whether the cart here is as the shop has it now
   */
  takePaid(token: string): Promise<boolean>;
  /**
   * The lines of an order that was written down leave the cart, which begins the next one; once, however often it is
   * asked for the same order.
   */
  takeOut(order: string, lines: readonly { key: string; qty: number }[]): Promise<void>;
  /** The lines of an order that was taken back are in the cart again; once, in the same way. */
  giveBack(order: string, lines: readonly (CartLine & { qty: number })[]): Promise<void>;
  /** After an order: its cart is gone here, the server has used it up (commerce 4 «Order placement»). */
  forget(ordered: Where): Promise<void>;
}
