import { decimalToCents } from '@fynbos/core/money.ts';
import { type PaymentRedirectOnWire, webHook } from '@fynbos/core/payments/contract.ts';
import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { type PaymentSource, providerCodes } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Static } from 'typebox';
import {
  awaitsPayment,
  getPayableOrder,
  type PayableOrder,
} from '../../orders/placement/payable-order-service.ts';
import { holdLonger } from '../../orders/placement/pending-order-service.ts';
import { linesToPay } from '../../orders/records/order-service.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { derivedToken, hashOf } from '../../platform/security/random-token.ts';
import {
  type Made,
  type Payable,
  ProviderRefused,
  ProviderUnreachable,
} from '../providers/payment-provider.ts';
import {
  type AttemptRow,
  claimRedirect,
  endTry,
  readAttempts,
  saveRedirect,
  updateAttempt,
} from '../records/attempt-store.ts';
import type { Breakers } from '../records/circuit-breakers.ts';
import type { PaymentContext, Payments } from '../records/payment-context.ts';
import { referenceOf } from '../records/payment-reference.ts';
import { isPageOpen } from './awaited-payment-service.ts';
import type { PaymentQueries } from './payment-query-service.ts';
import { getViewed, type Viewer } from './payment-viewer.ts';
import { holdGraceMs, releaseOrder } from './unpaid-hold-service.ts';

export type ProviderRedirect = Static<typeof PaymentRedirectOnWire>;

/** Redirects shoppers to providers: one redirect per attempt at a time. */
export interface HandingOff {
  /**
   * Creates a payment at its provider, or returns the existing one while the shopper may still use it.
   * @param grandTotal the total shown to the shopper; compared only
   * @returns the redirect target, and the token with which the browser may see the outcome; undefined if it
   * has one already
   * @throws Problem payment_not_found, payment_over, payment_refused, payment_unavailable, total_changed
   */
  redirectToProvider(
    code: PaymentSource,
    request: { reference: string; grandTotal: number | undefined },
    viewer: Viewer,
  ): Promise<{ handed: ProviderRedirect; viewToken: string | undefined }>;
}

interface Tools {
  payments: Payments;
  queries: PaymentQueries;
  breakers: Breakers;
}

export function openHandingOff(tools: Tools): HandingOff {
  const running = new Map<string, ReturnType<HandingOff['redirectToProvider']>>();
  return {
    async redirectToProvider(code, { reference, grandTotal }, viewer) {
      const { attempt, order } = await getViewed(tools.payments, reference, viewer);
      if (attempt.provider !== code) throw new Problem('payment_not_found');
      if (grandTotal !== undefined && decimalToCents(grandTotal) !== attempt.amount_cents)
        throw new Problem('total_changed');
      // A double click on the button is one redirect.
      const first = running.get(attempt.reference);
      const handed = first ?? begin(tools, attempt, order).finally(() => running.delete(attempt.reference));
      running.set(attempt.reference, handed);
      return handed;
    },
  };
}

async function begin(
  tools: Tools,
  attempt: AttemptRow,
  order: PayableOrder,
): Promise<{ handed: ProviderRedirect; viewToken: string | undefined }> {
  const { payments } = tools;
  if (!awaitsPayment(order)) {
    if (order.captured_cents === 0 && order.orderedWith === undefined) throw new Problem('payment_over');
    return { handed: done(payments, order, attempt), viewToken: undefined };
  }
  if (attempt.mode !== payments.mode) throw new Problem('payment_over');
  const isOpen = isPageOpen(payments, attempt);
  if (attempt.state === 'paid' || (attempt.state === 'processing' && !isOpen))
    return { handed: done(payments, order, attempt), viewToken: undefined };
  if (!attemptStates[attempt.state].open) throw new Problem('payment_over');
  if (await endOthers(tools, attempt))
    return { handed: done(payments, order, attempt), viewToken: undefined };
  // Every browser that continues the payments of this order has the same token, so none replaces another's.
  const viewToken = derivedToken(payments.linkSecret, 'payment view', order.order_id);
  if (isOpen) {
    await updateAttempt(payments.db, attempt.id, { view_hash: hashOf(viewToken) }, payments.now());
    // `saveRedirect` stores what the provider created, together with this state.
    return { handed: handedOf(payments, order, attempt, attempt.redirect as Made), viewToken };
  }
  if (attempt.state === 'awaiting_shopper') throw new Problem('payment_over');
  const made = await make(tools, attempt, order, viewToken);
  return { handed: made, viewToken };
}

/**
 * Queries the other attempts of the order first.
 * @returns whether the order is paid already
 */
async function endOthers({ payments, queries }: Tools, { id, order_id }: AttemptRow): Promise<boolean> {
  const otherAttempts = (await readAttempts(payments.db, order_id)).filter(
    (candidate) => candidate.id !== id && attemptStates[candidate.state].open,
  );
  const queried = await Promise.all(otherAttempts.map((attempt) => queries.query(attempt, 'return')));
  return queried.some(({ state }) => state === 'paid' || state === 'processing');
}

const deadMs = 15_000;
/** Delay before a redirect without a response is queried. */
const unansweredMs = 30_000;

/**
 * Records the request, sends it, and records the response. An attempt without a response is dead: the
 * shopper was not redirected, so it cannot be paid. The next one gets its own number.
 */
async function make(
  { payments, breakers }: Tools,
  before: AttemptRow,
  order: PayableOrder,
  viewToken: string,
): Promise<ProviderRedirect> {
  const { db, now } = payments;
  const at = now();
  const claimed = await claimRedirect(db, before.id, new Date(at.getTime() - deadMs), {
    at,
    nextQueryAt: new Date(at.getTime() + unansweredMs),
  });
  const provider = payments.providers.get(before.provider);
  if (!claimed || !provider || !breakers.isThere(provider.code)) throw new Problem('payment_unavailable');
  const made = await breakers
    .run(provider.code, async () => provider.create(await payableOf(payments, claimed, order)))
    .catch((error: unknown) => refuse(payments, claimed, error));
  const handedAt = now();
  const expires_at = new Date(handedAt.getTime() + provider.traits.sessionMs);
  // Another order of the cart may have been placed meanwhile.
  const isWanted = awaitsPayment(await getPayableOrder(db, order.id));
  if (isWanted) await holdLonger(db, order.id, new Date(expires_at.getTime() + holdGraceMs));
  const handed = await saveRedirect(db, claimed, {
    ...{ id: made.id, redirect: JSON.stringify(made), view_hash: hashOf(viewToken), expires_at },
    ...{ at: handedAt, nextQueryAt: new Date(handedAt.getTime() + firstQueryMs) },
  });
  // A newer attempt started meanwhile and replaces this one.
  if (!handed) throw new Problem('payment_unavailable');
  // A web-hook may have arrived before the response.
  if (handed.state !== 'awaiting_shopper' || !isWanted) return done(payments, order, handed);
  return handedOf(payments, order, handed, made);
}

const firstQueryMs = 20_000;

async function refuse(payments: Payments, attempt: AttemptRow, error: unknown): Promise<never> {
  const { db, now } = payments;
  if (error instanceof ProviderRefused) {
    const changes = { state: 'failed' as const, last_code: error.code.slice(0, 100), next_poll_at: null };
    await endTry(db, attempt, changes, now());
    await releaseOrder(payments, attempt.order_id);
    throw new Problem('payment_refused');
  }
  if (error instanceof ProviderUnreachable) {
    // An immediate retry is allowed, because this attempt is known to be dead.
    await endTry(db, attempt, { state: 'created', last_code: error.message.slice(0, 100) }, now());
    throw new Problem('payment_unavailable');
  }
  throw error;
}

/**
 * The URL to which shoppers return: the page of the order's store view, with the parameters that identify
 * the payment.
 */
export function returnUrlOf(
  { orders }: Pick<PaymentContext, 'orders'>,
  { store_code }: Pick<PayableOrder, 'store_code'>,
  { reference, provider }: AttemptRow,
  hint?: string,
): string {
  return mailedAddress(orders.viewUrls(store_code), mailedPages.payment(reference, provider, hint));
}

async function payableOf(payments: Payments, attempt: AttemptRow, order: PayableOrder): Promise<Payable> {
  const billing = order.billing_address;
  const delivery = order.shipping_address ?? order.billing_address;
  const lines = await linesToPay(payments.db, order.id);
  return {
    reference: referenceOf(attempt),
    orderNumber: order.number,
    charge: { cents: attempt.charge_cents, currency: attempt.charge_currency },
    returnUrl: returnUrlOf(payments, order, attempt),
    cancelUrl: returnUrlOf(payments, order, attempt, 'cancelled'),
    failureUrl: returnUrlOf(payments, order, attempt, 'error'),
    webHookUrl: webHookUrlOf(payments, attempt.provider),
    shopper: {
      firstname: billing.firstname,
      lastname: billing.lastname,
      email: order.email,
      telephone: delivery.telephone,
    },
    address: {
      street: [delivery.street, delivery.apartment].filter(Boolean).join(', '),
      suburb: delivery.suburb,
      city: delivery.city,
      postcode: delivery.postcode,
    },
    lines,
  };
}

/** The web-hook URL for a provider. */
const webHookUrlOf = ({ shopUrl }: Pick<PaymentContext, 'shopUrl'>, code: PaymentSource): string =>
  shopUrl + webHook.path.replace('{provider}', code);

/** The web-hook URLs of all providers. */
export const webHookUrlsOf = (shop: Pick<PaymentContext, 'shopUrl'>): Record<string, string> =>
  Object.fromEntries(providerCodes.map((code) => [code, webHookUrlOf(shop, code)]));

function handedOf(
  payments: Payments,
  order: PayableOrder,
  attempt: AttemptRow,
  { kind, id, url }: Made,
): ProviderRedirect {
  return {
    ...{ kind, id, url, checkoutReference: attempt.reference },
    returnUrl: returnUrlOf(payments, order, attempt),
    expiresAt: (attempt.expires_at ?? payments.now()).toISOString(),
  };
}

/** Nothing is left to pay: the shopper sees the status on the shop's own page. */
export function done(payments: Payments, order: PayableOrder, attempt: AttemptRow): ProviderRedirect {
  const returnUrl = returnUrlOf(payments, order, attempt);
  const made = { kind: 'done' as const, id: attempt.provider_id ?? '', url: returnUrl, returnUrl };
  return { ...made, checkoutReference: attempt.reference, expiresAt: payments.now().toISOString() };
}
