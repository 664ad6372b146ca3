import type { Cents } from '@fynbos/core/money.ts';
import type { ApiProblemCode } from '../api-problem.ts';
import type { CartLine } from './cart-line.ts';

/** A line as the shopper sees it: confirmed, or on its way. */
export interface CartViewLine extends CartLine {
  /** Names the line in every action. */
  key: string;
  qty: number;
  /** What is paid for the line: the server's word, or unit times quantity while it is on its way. */
  row: Cents;
  discount: Cents;
  deals: readonly string[];
  problems: readonly string[];
  /** The server has not confirmed it as it stands here. */
  pending: boolean;
  /** Why the last change of this line was not taken. */
  refusal?: Refusal;
}

/** What the server would not do, why, and what can be done now. It stays until it is dismissed. */
export interface Refusal {
  id: string;
  /** The line it was about. */
  key: string;
  name: string;
  kind: 'add' | 'set' | 'remove' | 'change';
  code: ApiProblemCode;
  values: Record<string, string | number>;
  /** What the server said, for a code without a message here. */
  sentence?: string;
}

/** What the cart costs, in cents. An estimate is worked out here: it knows no promotions and no coupon. */
export interface CartViewTotals {
  estimate: boolean;
  subtotal: Cents;
  /** 0 or more. */
  discount: Cents;
  /** Undefined while no way of delivery is known. */
  shipping: Cents | undefined;
  tax: Cents | undefined;
  grandTotal: Cents;
  coupon: string | undefined;
  voucher: string | undefined;
  /** What the goods must come to for free delivery, where there is such an offer. */
  freeDeliveryFrom: Cents | undefined;
  segments: readonly { code: string; title: string; value: Cents }[];
  /** The tax in it by rate, as the server split it; empty while it is worked out here. */
  taxes: readonly { percent: number; value: Cents }[];
}

/**
 * `loading` until the browser's storage is read; `offline` without a network; `unsynced` when what was done
 * here does not reach the shop, though there is a network; otherwise `ready`.
 */
export type CartState = 'loading' | 'ready' | 'offline' | 'unsynced';

export interface CartView {
  state: CartState;
  online: boolean;
  /** Something is on its way to the server. */
  busy: boolean;
  /** Whether what is on its way survives a reload: false where the browser keeps nothing. */
  kept: boolean;
  lines: readonly CartViewLine[];
  /** Lines or quantities, as the operator configured it. */
  count: number;
  totals: CartViewTotals;
  /** Newest first; those of lines that are gone too. */
  refusals: readonly Refusal[];
}
