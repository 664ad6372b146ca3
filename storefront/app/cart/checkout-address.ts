import { checkoutPath } from '../paths.ts';

/** Where checkout is, unless the operator lets shoppers pay elsewhere (SHELL-3). */
export function checkoutAddress(): string | undefined {
  return externalCheckout() ? undefined : checkoutPath;
}

/** The address of a checkout that is not ours, as the operator configured it. */
export function externalCheckout(): string | undefined {
  return document.documentElement.dataset.checkout || undefined;
}
