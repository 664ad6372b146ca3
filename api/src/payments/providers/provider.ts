import type { Charge, Outcome } from '@fynbos/core/payments/attempt.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';

/**
 * What the shop wants of whoever takes money (payments 3). An adapter translates: it keeps nothing, never touches the
 * database, builds no address from what a request said, and decides nothing about orders. Web-hooks, returns and
 * the clock are only reasons to ask; what `query` answers is what counts.
 */
export interface PaymentProvider {
  readonly code: ProviderCode;
  /** How the shop names it where it has no words of its own. */
  readonly title: string;
  readonly traits: ProviderTraits;
  /**
   * Makes a payment the shopper can go to.
   *
   * @throws ProviderRefused, nothing was made; ProviderUnreachable, nobody knows whether something was
   */
  create(order: Payable): Promise<Made>;
  /**
   * How a payment stands, by what the provider called it or, where that never arrived, by our reference.
   *
   * @throws ProviderUnreachable
   */
  query(session: ProviderSession): Promise<Evidence>;
  /** Takes the money of a payment that was `approved`. The key makes it happen once. @throws ProviderUnreachable */
  capture?(session: ProviderSession, key: string): Promise<Evidence>;
  /** Reads a web-hook: whether it is the provider's, and which payment to ask for. No side effects. */
  readWebHook(hook: RawHook): Promise<ReadHook>;
  /** Gives money back; with the same key once. @throws ProviderRefused, ProviderUnreachable */
  refund?(refund: Refunding): Promise<RefundEvidence>;
  /** How a refund stands, for who was not answered or was told to wait. @throws ProviderUnreachable */
  queryRefund?(refund: Refunding & { id: string | undefined }): Promise<RefundEvidence>;
  /** What the provider booked between two instants, for the nightly comparison. @throws ProviderUnreachable */
  list?(from: Date, to: Date): Promise<Booked[]>;
  /** What an order must come to, in the currency it is charged in. @throws ProviderUnreachable */
  limits?(): Promise<{ min?: number; max?: number }>;
}

export interface ProviderTraits {
  webHook: 'signed' | 'encrypted' | 'none';
  /** Whether it finds a payment by our reference alone. */
  findsByReference: boolean;
  refund: 'sync' | 'async' | 'manual';
  /** How long a shopper has to pay. */
  sessionMs: number;
  /** How often one payment may be asked for. */
  asksPerMinute: number;
  /** How often by our reference alone, where that is less: before its session is known, and after it is over. */
  searchesPerMinute?: number;
  /** Currencies it charges in; the first is used where the order's own is not among them. */
  currencies: readonly string[];
}

/** What is paid for. All addresses are built by the shop from its own configuration. */
export interface Payable {
  /** Ours, new for every try: 14 letters and digits. */
  reference: string;
  orderNumber: string;
  charge: Charge;
  /** Where the shopper comes back to, whatever happened. */
  returnUrl: string;
  /** The same, with the hint that they gave up, or that it failed. */
  cancelUrl: string;
  failureUrl: string;
  webHookUrl: string;
  shopper: { firstname: string; lastname: string; email: string; telephone: string };
  address: { street: string; suburb: string; city: string; postcode: string };
  lines: readonly { name: string; sku: string; qty: number; cents: number }[];
}

/** What was made: the provider's own name of it, and where the shopper goes. */
export interface Made {
  kind: 'redirect' | 'widget';
  /** By what the provider is asked later. */
  id: string;
  url: string;
}

/** A payment as it was made. */
export interface ProviderSession {
  /** The provider's name of it; undefined where its answer never arrived. */
  id: string | undefined;
  /** Ours. */
  reference: string;
}

/** Money that moved, under the provider's name of the movement. */
export interface Movement {
  transactionId: string;
  charge: Charge;
}

/** What a provider says of a payment. */
export interface Evidence {
  outcome: Outcome;
  id: string | undefined;
  /** Ours, as the provider repeats it; a payment whose reference is another's counts nowhere. */
  reference: string | undefined;
  /** All that was paid: more than one where a shopper paid twice. Empty unless the outcome is paid. */
  paid: readonly Movement[];
  mode: 'test' | 'live';
  /** The provider's own word for it, for people who ask why. */
  code: string;
}

/** A request as it came. */
export interface RawHook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The address it was sent to, which some signatures cover. */
  url: string;
  body: Buffer;
}

export type ReadHook =
  | {
      ok: true;
      /** The same for the same event, however often it is sent. */
      dedupeKey: string;
      /** Which payment to ask for. */
      session: { id?: string | undefined; reference?: string | undefined };
      /** What it claims, to be looked up in the books later; it moves nothing. */
      claims: string;
    }
  | { ok: false; reason: 'bad_signature' | 'stale' | 'malformed' | 'wrong_mode' };

export interface Refunding {
  /** Ours, the same for every try: 16 letters and digits. */
  key: string;
  /** What was paid. */
  session: ProviderSession;
  transactionId: string;
  charge: Charge;
  reason: string;
}

export interface RefundEvidence {
  /** `accepted`: the final word follows; `returned`: it went out and came back; `unknown`: nobody understands it. */
  outcome: 'succeeded' | 'accepted' | 'failed' | 'returned' | 'not_found' | 'unknown';
  /** The provider's name of the refund. */
  id: string | undefined;
  code: string;
}

/** A line of the provider's own books. */
export interface Booked extends Movement {
  kind: 'payment' | 'refund';
  reference: string | undefined;
  at: Date;
}

/** The provider understood and said no; nothing moved. */
export class ProviderRefused extends Error {
  /** The provider's own word. */
  readonly code: string;

  constructor(code: string) {
    super(`the provider refused: ${code}`);
    this.code = code;
  }
}

/** No answer, or one that nobody can read: whether something happened is not known. */
export class ProviderUnreachable extends Error {
  /** Asked too often: in how many seconds it may be asked again. */
  readonly retryAfter: number | undefined;

  constructor(cause: string, retryAfter?: number) {
    super(cause);
    this.retryAfter = retryAfter;
  }
}
