import { accountPath, loginPath } from './paths.ts';

/** Addresses that only accounts know (accounts 2.1, decision 36); those of every page are in `paths.ts`. */
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

/** The order's invoice, which prints. */
export function invoicePath(orderId: string | number): string {
  return `${orderPath(orderId)}/invoice`;
}

/** The login page that leads back to where it was needed. */
export function loginPathFor(next: string): string {
  return `${loginPath}?${new URLSearchParams({ next })}`;
}
