import { confirmEmailPath, newPasswordPath } from '@fynbos/core/accounts/mailed-link-paths.ts';
import type { Config } from '../../../config/config.ts';

/** Pages linked in mails; the storefront's route table has each of them. */
export const mailedPages = {
  shop: '/',
  newPassword: newPasswordPath,
  forgottenPassword: '/reset-password',
  confirmEmail: confirmEmailPath,
  newsletter: '/newsletter',
  /** A customer's order. */
  order: (number: string) => `/my-account/orders/${encodeURIComponent(number)}`,
  /** The lookup of a guest's order; its link is the credential. */
  guestOrder: '/order-tracking',
  /** The status of a payment; providers return shoppers there too. */
  payment: (reference: string, provider: string, hint?: string) =>
    `/order/status?${new URLSearchParams({ checkoutReference: reference, paymentCode: provider, ...(hint && { status: hint }) })}`,
  /** The page that starts the payment of an order; its link is the credential. */
  paymentLink: '/order/payment',
  /** The page of a product, or of a variant, with the URL dispatcher and without it (spec D30). */
  productBySku: ({ sku, urlPath }: { sku: string; urlPath: string }, childSku?: string) =>
    `/p/${[sku, urlPath.split('/').at(-1) ?? '', ...(childSku ? [childSku] : [])].map(encodeURIComponent).join('/')}`,
  product: (urlPath: string) => `/${urlPath.split('/').map(encodeURIComponent).join('/')}`,
} as const;

/**
 * Returns the address of a page for a mail.
 * @param link the secret of a mailed link, which the page sends back
 */
export function mailedAddress(shopUrl: string, page: string, link?: string): string {
  return `${shopUrl}${page}${link === undefined ? '' : `?link=${encodeURIComponent(link)}`}`;
}

/** The shop's address for mail recipients. */
export function shopUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
