import { checkoutPath } from '../../paths.ts';

/** The path of the checkout, unless the operator uses an external one (SHELL-3). */
export function checkoutAddress(): string | undefined {
  return externalCheckout() ? undefined : checkoutPath;
}

/** The address of an external checkout, as the operator configured it. */
export function externalCheckout(): string | undefined {
  return document.documentElement.dataset.checkout || undefined;
}
