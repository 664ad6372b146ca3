import { execute, paymentStatus, processOrder } from '@fynbos/core/payments/contract.ts';
import {
  type CurrentPayment,
  currentPayment,
  findStartedPayment,
} from '../../checkout/state/current-payment.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import type { PaymentState } from './payment-outcome.ts';
import { dropAgreement, storedAgreement } from './paypal-agreement.ts';
import type { ReturnHints } from './provider-return-parameters.ts';

/** Providers may respond slowly. */
const timeout = 30_000;

/**
 * Requests the state of a payment from the shop, which queries the provider or already knows it. Throws
 * ApiProblem.
 */
export async function fetchPaymentState(hints: ReturnHints): Promise<PaymentState> {
  const localPayment = paymentHere(hints);
  const ref = hints.ref ?? (hints.id ? undefined : localPayment?.reference);
  const code = hints.code ?? localPayment?.code ?? 'card';
  const rights = { timeout, ...(localPayment && { cartToken: localPayment.cartToken }) };
  if (ref) await executeAgreement(ref, rights);
  if (hints.id) {
    const { id, resourcePath } = hints;
    const query = { id, ...(ref && { ref }), ...(resourcePath && { resourcePath }) };
    return (await callAsShopper(processOrder, { ...rights, params: { provider: code }, query })).result;
  }
  if (!ref) throw new ApiProblem('payment_not_found', { status: 404 });
  return (await callAsShopper(paymentStatus, { ...rights, params: { provider: code }, query: { ref } }))
    .result;
}

/** The payment the hints refer to, if this browser started it; without hints the payment started last. */
export function paymentHere({ ref, id }: ReturnHints): CurrentPayment | undefined {
  if (ref) return findStartedPayment(ref);
  return id ? undefined : currentPayment();
}

/** The shopper approved at PayPal: the money is captured now (PAY-5). The payment state shows the result. */
async function executeAgreement(ref: string, rights: { timeout: number; cartToken?: string }): Promise<void> {
  const agreement = storedAgreement(ref);
  if (!agreement) return;
  const { token, payer } = agreement;
  const body = { checkoutReference: ref, paymentCode: 'wallet', token, PayerID: payer };
  try {
    await callAsShopper(execute, { ...rights, body });
  } catch (error) {
    if (!(error instanceof ApiProblem) || isRetryable(error) || error.status === 401) throw error;
  }
  dropAgreement(ref);
}
