import { newPasswordPath } from '@fynbos/core/accounts/new-password-path.ts';
import type { Config } from '../config.ts';

/** The pages that mails lead to; the storefront's route table has each of them. */
export const mailedPages = {
  shop: '/',
  newPassword: newPasswordPath,
  forgottenPassword: '/reset-password',
  newsletter: '/newsletter',
  /** A customer's order; anybody else shows its number and the e-mail address it was placed with. */
  order: (number: string) => `/my-account/orders/${encodeURIComponent(number)}`,
  guestOrder: (number: string) => `/order-tracking?${new URLSearchParams({ number })}`,
  /** How a payment stands; providers send shoppers back there too. */
  payment: (reference: string, provider: string, hint?: string) =>
    `/order/status?${new URLSearchParams({ checkoutReference: reference, paymentCode: provider, ...(hint && { status: hint }) })}`,
  product: (urlPath: string) => `/${urlPath.split('/').map(encodeURIComponent).join('/')}`,
} as const;

/** A page's address as a mail names it. @param link the secret of a mailed link, which the page hands back */
export function mailedAddress(shopUrl: string, page: string, link?: string): string {
  return `${shopUrl}${page}${link === undefined ? '' : `?link=${encodeURIComponent(link)}`}`;
}

/** Where the shop is for the people it writes to. */
export function shopUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
