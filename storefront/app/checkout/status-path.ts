import { orderStatusPath, withQuery } from '../paths.ts';

/** The page that says how a payment stands. */
export const statusPathOf = (of: { reference: string; code: string }): string =>
  withQuery(orderStatusPath, new URLSearchParams({ checkoutReference: of.reference, paymentCode: of.code }));

/** The same by the order's own id. */
export const paymentPathOf = (order: string): string =>
  withQuery(orderStatusPath, new URLSearchParams({ ref: order }));
