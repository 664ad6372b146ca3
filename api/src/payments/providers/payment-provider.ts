import type { Charge, Outcome } from '@fynbos/core/payments/payment-attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';

/**
 * The contract of a payment provider (spec payments 3). An adapter translates: it stores nothing, never touches
 * the database, builds no URL from request data, and decides nothing about orders. Web-hooks, returns and
 * the clock only trigger a query; the result of `query` is authoritative.
 */
export interface PaymentProvider {
  readonly code: ProviderCode;
  /** Title of the payment method where the shop configures none. */
  readonly title: string;
  readonly traits: ProviderTraits;
  /** The currency it charges in, if it does not accept the shop's, and its rate to the shop's currency. */
  readonly presented?: { currency: string; rate: number };
  /**
   * Creates a payment that the shopper can be sent to.
   * @throws ProviderRefused when nothing was created; ProviderUnreachable when the outcome is unknown
   */
  create(order: Payable): Promise<Made>;
  /**
   * Returns the status of a payment, by the provider's id or, if that never arrived, by our reference.
   * @throws ProviderUnreachable
   */
  query(session: ProviderSession): Promise<Evidence>;
  /**
   * Captures an `approved` payment. The key makes the capture idempotent.
   * @throws ProviderUnreachable
   */
  capture?(session: ProviderSession, key: string): Promise<Evidence>;
  /** Reads a web-hook without any request: which payment to query, and whether it is authentic. */
  readWebHook(hook: RawHook): Promise<ReadHook>;
  /**
   * Refunds money; idempotent by key.
   * @throws ProviderRefused, ProviderUnreachable
   */
  refund?(refund: Refunding): Promise<RefundEvidence>;
  /**
   * Returns the status of a refund that got no response or is still pending.
   * @throws ProviderUnreachable
   */
  queryRefund?(refund: Refunding & { id: string | undefined }): Promise<RefundEvidence>;
  /**
   * Returns the state of a dispute about a capture; undefined if the provider has none.
   * @throws ProviderUnreachable
   */
  queryDispute?(dispute: Required<DisputeName>): Promise<DisputeEvidence | undefined>;
  /**
   * Lists the disputes that were opened or changed between two instants.
   * @throws ProviderUnreachable
   */
  listDisputes?(from: Date, to: Date): Promise<DisputeName[]>;
  /**
   * Lists the movements that the provider booked between two instants, for the nightly reconciliation.
   * @throws ProviderUnreachable
   */
  list?(from: Date, to: Date): Promise<Booked[]>;
  /**
   * Limits of the order value, in the currency of the charge.
   * @throws ProviderUnreachable
   */
  limits?(): Promise<{ min?: number; max?: number }>;
}

export interface ProviderTraits {
  webHook: 'signed' | 'encrypted' | 'none';
  /** Whether it finds a payment by our reference alone. */
  findsByReference: boolean;
  refund: 'sync' | 'async' | 'manual';
  /** Time the shopper has to pay. */
  sessionMs: number;
  /** The code of a pending payment whose shopper may still be at its page, if that counts as pending. */
  openedCode?: string;
  /** Maximum number of queries for one payment. */
  queriesPerMinute: number;
  /**
   * Maximum number of queries by our reference alone, if lower: before the session is known, and after it
   * ends.
   */
  searchesPerMinute?: number;
  /** Currencies it charges in; the first is used when the order's own is not among them. */
  currencies: readonly string[];
}

/** A payment request. The shop builds all URLs from its own configuration. */
export interface Payable {
  /** Our reference, new for every attempt: 14 letters and digits. */
  reference: string;
  orderNumber: string;
  charge: Charge;
  /** Return URL for every outcome. */
  returnUrl: string;
  /** The same, with a hint that the shopper cancelled or that the payment failed. */
  cancelUrl: string;
  failureUrl: string;
  webHookUrl: string;
  shopper: { firstname: string; lastname: string; email: string; telephone: string };
  address: { street: string; suburb: string; city: string; postcode: string };
  lines: readonly { name: string; sku: string; qty: number; cents: number }[];
}

/** A created payment: the provider's id, and the URL to send the shopper to. */
export interface Made {
  kind: 'redirect' | 'widget';
  /** The id for later queries. */
  id: string;
  url: string;
}

/** The identifiers of a payment. */
export interface ProviderSession {
  /** The provider's id; undefined when its response never arrived. */
  id: string | undefined;
  /** Our reference. */
  reference: string;
}

/** A movement of money, under the provider's transaction id. */
export interface Movement {
  transactionId: string;
  charge: Charge;
}

/** The status of a payment according to the provider. */
export interface Evidence {
  outcome: Outcome;
  id: string | undefined;
  /** Our reference as the provider repeats it; the shop ignores a payment with another reference. */
  reference: string | undefined;
  /** Every amount that was paid: more than one when a shopper paid twice. Empty unless the outcome is paid. */
  paid: readonly Movement[];
  mode: 'test' | 'live';
  /** The provider's own code, for support. */
  code: string;
}

/** A web-hook request as received. */
export interface RawHook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The URL it was sent to, which some signatures cover. */
  url: string;
  body: Buffer;
}

export type ReadHook =
  | {
      ok: true;
      /** The same value for every delivery of an event. */
      dedupeKey: string;
      /** The payment to query. */
      session: { id?: string | undefined; reference?: string | undefined };
      /** The dispute to query instead. */
      dispute?: DisputeName;
      /**
       * Asks the provider whether it sent the web-hook, if only the provider can verify the signature.
       * @throws ProviderUnreachable
       */
      prove?: () => Promise<boolean>;
      /** The status it claims, to be verified against the provider's records; it moves nothing. */
      claims: string;
    }
  | { ok: false; reason: 'bad_signature' | 'stale' | 'malformed' | 'wrong_mode' };

/** A dispute: a chargeback of a card, or a claim at PayPal. */
export interface DisputeName {
  /** The provider's id. */
  id: string;
  /** The disputed capture, or for a chargeback reversal the chargeback. */
  transactionId?: string | undefined;
}

/** The state of a dispute according to the provider. */
export interface DisputeEvidence {
  id: string;
  transactionId: string;
  state: 'open' | 'won' | 'lost';
  /** The disputed amount. */
  charge: Charge;
  /** The part that the provider has withdrawn and not returned. */
  withdrawn: Charge;
  mode: 'test' | 'live';
  /** The provider's code of its reason or outcome. */
  code: string;
}

export interface Refunding {
  /** Our key, the same for every attempt: 16 letters and digits. */
  key: string;
  /** The payment to refund. */
  session: ProviderSession;
  transactionId: string;
  charge: Charge;
  reason: string;
}

export interface RefundEvidence {
  /**
   * `accepted`: the final status follows; `returned`: it was sent and came back; `unknown`: the status is
   * not recognised.
   */
  outcome: 'succeeded' | 'accepted' | 'failed' | 'returned' | 'not_found' | 'unknown';
  /** The provider's id of the refund. */
  id: string | undefined;
  code: string;
}

/** An entry of the provider's own ledger. */
export interface Booked extends Movement {
  kind: 'payment' | 'refund';
  reference: string | undefined;
  at: Date;
}

/** The provider refused the request; nothing moved. */
export class ProviderRefused extends Error {
  /** The provider's error code. */
  readonly code: string;

  constructor(code: string) {
    super(`provider refused: ${code}`);
    this.code = code;
  }
}

/** No response, or an unreadable one: the outcome is unknown. */
export class ProviderUnreachable extends Error {
  /** Seconds after which the request may be retried, when the provider throttles. */
  readonly retryAfter: number | undefined;

  constructor(cause: string, retryAfter?: number) {
    super(cause);
    this.retryAfter = retryAfter;
  }
}
