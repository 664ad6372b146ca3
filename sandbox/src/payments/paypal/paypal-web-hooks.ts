import { randomBytes, randomUUID } from 'node:crypto';
import { isCharged, type Payment } from '../payment.ts';
import type { SandboxContext } from '../provider-simulator.ts';
import { isSame, paypalSign } from '../signatures.ts';
import type { HookOptions, SignedHook } from '../web-hooks/signed-hook.ts';
import { disputeBook } from './paypal-disputes.ts';
import { captureBook, moneyOf, refundBook } from './paypal-format.ts';
import { paypalKeys } from './paypal-keys.ts';

/** PayPal's events. A shop cannot verify their signature by itself and calls PayPal to do it. */

const { webHookId } = paypalKeys;
const ownSecret = 'sandbox-paypal-certificate';

export function signEvent(
  context: SandboxContext,
  payment: Payment,
  { about, key = 'own', live = false, ageMs = 0, padding = 0 }: HookOptions,
): SignedHook | undefined {
  const url = context.hookUrls.wallet;
  if (!url) return undefined;
  const time = new Date(context.clock.now() - ageMs).toISOString();
  const { type, resource } = contentOf(context, payment, about);
  const body = JSON.stringify({
    id: `WH-${randomUUID().toUpperCase()}`,
    event_version: '1.0',
    create_time: time,
    resource_type: resourceTypeOf(type),
    event_type: type,
    summary: `${type} ${'x'.repeat(padding)}`.trim(),
    resource,
    links: [
      {
        rel: 'self',
        href: `https://api-m.${live ? '' : 'sandbox.'}paypal.com/v1/notifications/webhooks-events`,
        method: 'GET',
      },
    ],
  });
  const id = randomUUID();
  const secret = { own: ownSecret, other: ownSecret, random: randomBytes(8).toString('hex') }[key];
  const signedFor = key === 'other' ? 'sandbox-paypal-other-web-hook' : webHookId;
  const headers = {
    'content-type': 'application/json',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': paypalSign({ id, time, webHookId: signedFor, body }, secret),
    'paypal-cert-url': `${context.url}/paypal/v1/notifications/certs/sandbox`,
    'paypal-auth-algo': 'SHA256withRSA',
  };
  return { url, headers, body };
}

function resourceTypeOf(type: string): string {
  if (type.startsWith('CUSTOMER.DISPUTE')) return 'dispute';
  return type.startsWith('CHECKOUT') ? 'checkout-order' : 'capture';
}

const disputeEvents = { opened: 'CREATED', updated: 'UPDATED', decided: 'RESOLVED' };

function contentOf(context: SandboxContext, payment: Payment, about: HookOptions['about']) {
  const related = { supplementary_data: { related_ids: { order_id: payment.id } } };
  if (about === 'agreement') {
    const { id, reference } = payment;
    const unit = { reference_id: reference, custom_id: reference, amount: moneyOf(payment) };
    const resource = {
      id,
      custom_id: reference,
      status: 'APPROVED',
      intent: 'CAPTURE',
      purchase_units: [unit],
      ...related,
    };
    return { type: 'CHECKOUT.ORDER.APPROVED', resource };
  }
  if ('dispute' in about) {
    const type = `CUSTOMER.DISPUTE.${disputeEvents[about.event]}`;
    return { type, resource: disputeBook(context, payment, about.dispute) };
  }
  if ('key' in about) {
    return {
      type: 'PAYMENT.CAPTURE.REFUNDED',
      resource: { ...refundBook(context, payment, about), ...related },
    };
  }
  const word = isCharged(about) ? 'COMPLETED' : about.verdict === 'pending' ? 'PENDING' : 'DENIED';
  return {
    type: `PAYMENT.CAPTURE.${word}`,
    resource: { ...captureBook(context, payment, about), ...related },
  };
}

/**
 * Whether PayPal sent this event. It sends JSON without whitespace, so parsing and serialising gives the
 * same text.
 */
export function verifyEvent(request: Record<string, unknown>): boolean {
  const {
    transmission_id: id,
    transmission_time: time,
    transmission_sig: sig,
    webhook_id,
    webhook_event: event,
  } = request;
  const body = JSON.stringify(event) ?? '';
  const expected = paypalSign({ id: String(id), time: String(time), webHookId, body }, ownSecret);
  return webhook_id === webHookId && isSame(String(sig), expected);
}
