import { execute, paymentStatus, processOrder } from '@fynbos/core/payments/contract.ts';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { ApiProblem } from '../api-problem.ts';
import { type CurrentPayment, currentPayment } from '../checkout/current-payment.ts';
import { mayPass } from '../offline/may-pass.ts';
import { dropAgreement, keptAgreement } from './agreement.ts';
import type { PaymentState } from './outcome.ts';
import type { ReturnHints } from './return-hints.ts';

/** A provider is given its time. */
const timeout = 30_000;

/** Asks the shop how a payment stands; it asks the provider, or knows. Throws ApiProblem. */
export async function askPayment(hints: ReturnHints): Promise<PaymentState> {
  const here = paymentHere(hints);
  const ref = hints.ref ?? (hints.id ? undefined : here?.reference);
  const code = hints.code ?? here?.code ?? 'card';
  const rights = { timeout, ...(here && { cartToken: here.cartToken }) };
  if (ref) await takeAgreement(ref, rights);
  if (hints.id) {
    const { id, resourcePath } = hints;
    const query = { id, ...(ref && { ref }), ...(resourcePath && { resourcePath }) };
    return (await callAsShopper(processOrder, { ...rights, params: { provider: code }, query })).result;
  }
  if (!ref) throw new ApiProblem('payment_not_found', { status: 404 });
  return (await callAsShopper(paymentStatus, { ...rights, params: { provider: code }, query: { ref } }))
    .result;
}

/** The payment that hints are about, where this browser began it; who has no hint means that one. */
export function paymentHere({ ref, id }: ReturnHints): CurrentPayment | undefined {
  const here = currentPayment();
  const isIt = ref ? ref === here?.reference || ref === here?.order : !id;
  return isIt ? here : undefined;
}

/** The shopper agreed at the wallet: the money is taken now (PAY-5). What it came to the state says. */
async function takeAgreement(ref: string, rights: { timeout: number; cartToken?: string }): Promise<void> {
  const agreement = keptAgreement(ref);
  if (!agreement) return;
  const { token, payer } = agreement;
  const body = { checkoutReference: ref, paymentCode: 'wallet', token, PayerID: payer };
  try {
    await callAsShopper(execute, { ...rights, body });
  } catch (error) {
    if (!(error instanceof ApiProblem) || mayPass(error) || error.status === 401) throw error;
  }
  dropAgreement(ref);
}
