import { createCustomer } from '@fynbos/core/accounts/contract.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { wireAddress } from '../../accounts/state/address-conversion.ts';
import { registrationOf } from '../../accounts/state/registration.ts';
import { callApi } from '../../api-client.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { logIn } from '../../platform/session/session.ts';
import { currentSession } from '../../platform/session/session-state.ts';
import { changeDraft, currentDraft } from './checkout-draft.ts';
import { rememberPassword, typedPassword } from './new-password.ts';

/** Whether an account is still to be created along with this order. */
export function wantsAccount(): boolean {
  return currentDraft().personal.createAccount !== undefined && !('profile' in currentSession());
}

/**
 * Creates the account and logs in before the order is placed (spec commerce 4). If the response was lost or the
 * order failed, the account is not created again: the shopper knows its password.
 */
export async function makeAccount(locale: Locale): Promise<void> {
  const { personal, shipping, accountFor } = currentDraft();
  const { email = '' } = personal;
  const password = typedPassword();
  const registration = registrationOf({ ...personal, password }, locale);
  const addresses = shipping.street
    ? [wireAddress({ ...shipping, default_shipping: 'on', default_billing: 'on' }, undefined)]
    : [];
  const wasRequested = accountFor === email;
  changeDraft({ accountFor: email });
  try {
    const customer = { ...registration.customer, addresses };
    await callApi(createCustomer, { body: { ...registration, customer } });
  } catch (error) {
    const isOurs = error instanceof ApiProblem && error.code === 'email_taken' && wasRequested;
    if (!isOurs) {
      const isUnknown = error instanceof ApiProblem && error.view.retry;
      if (!isUnknown) changeDraft({ accountFor: undefined });
      throw error;
    }
  }
  await logIn(email.trim(), password).catch((error: unknown) => {
    // The account belongs to another person after all.
    if (error instanceof ApiProblem && error.code === 'login_failed') throw new ApiProblem('email_taken');
    throw error;
  });
  rememberPassword('');
}
