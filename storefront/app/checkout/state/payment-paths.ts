import { orderStatusPath, withQuery } from '../../paths.ts';

/** The status page of a payment. */
export const statusPathOf = (of: { reference: string; code: string }): string =>
  withQuery(orderStatusPath, new URLSearchParams({ checkoutReference: of.reference, paymentCode: of.code }));

/** The status page by the id of the order. */
export const paymentPathOf = (order: string): string =>
  withQuery(orderStatusPath, new URLSearchParams({ ref: order }));
