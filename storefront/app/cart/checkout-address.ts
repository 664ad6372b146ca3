import { checkoutPath } from '../paths.ts';

/** Where checkout is: another shop's when that is configured, otherwise ours, once there is one (SHELL-3). */
export function checkoutAddress(): string | undefined {
  return externalCheckout() ? undefined : checkoutPath || undefined;
}

/** The address of a checkout that is not ours, as the operator configured it. */
export function externalCheckout(): string | undefined {
  return document.documentElement.dataset.checkout || undefined;
}
