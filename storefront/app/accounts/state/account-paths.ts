import { accountPath, loginPath } from '../../paths.ts';

/**
 * Addresses used only by account pages (spec accounts 2.1, spec D36). Addresses that every page needs are in
 * `paths.ts`.
 */
export const registerPath = '/register';
export const resetPasswordPath = '/reset-password';
export const profilePath = `${accountPath}/profile`;
export const addressesPath = `${accountPath}/shipping-details`;
export const accountNewsletterPath = `${accountPath}/newsletter`;
export const ordersPath = `${accountPath}/orders`;
export const myStorePath = `${accountPath}/my-store`;
export const recentlyViewedPath = `${accountPath}/recently-viewed`;
export const loyaltyCardPath = `${accountPath}/loyalty-card`;
export const myReviewsPath = `${accountPath}/reviews`;

export function orderPath(orderId: string | number): string {
  return `${ordersPath}/${encodeURIComponent(orderId)}`;
}

/** The printable invoice of an order. */
export function invoicePath(orderId: string | number): string {
  return `${orderPath(orderId)}/invoice`;
}

/** The login page, which returns to the address that required a login. */
export function loginPathFor(next: string): string {
  return `${loginPath}?${new URLSearchParams({ next })}`;
}
