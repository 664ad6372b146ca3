import { readStoredOption } from '../../cart/items/product-facts.ts';
import { fingerprintOf } from '../../platform/http/request-fingerprint.ts';
import type { OrderSender } from '../records/order-context.ts';
import type { Sent } from './order-details.ts';

/** The meaning of an order. All other fields may differ when it is sent again. */
function meaningOf({ products, addressInformation }: Sent) {
  return {
    products: products.map(({ sku, qty, product_option }) => ({ sku, qty: Number(qty), product_option })),
    information: addressInformation,
  };
}

/** The fingerprint of an order that is placed at once. */
export const placedFingerprint = (sent: Sent): string => fingerprintOf(meaningOf(sent));

/** The fingerprint of a pending order without its payment method, which may change between attempts. */
export function pendingFingerprint(sent: Sent): string {
  const { products, information } = meaningOf(sent);
  const { payment_method_code: _, payment_method_additional: __, ...rest } = information;
  return fingerprintOf({ pending: true, products, information: rest });
}

/**
 * Whether an order has the meaning of one that was sent before. The first time, options may have had the ids
 * of their product, which the cart had before they got those of the catalogue (ADR-013).
 */
export function isSameMeaning(
  before: { fingerprint: Buffer },
  sent: Sent,
  { shopper }: OrderSender,
  fingerprint: (sent: Sent) => string,
): boolean {
  const { catalogue } = shopper.view;
  const products = sent.products.map((product) =>
    product.product_option
      ? { ...product, product_option: readStoredOption(catalogue, product.sku, product.product_option) }
      : product,
  );
  const known = before.fingerprint.toString('hex');
  return known === fingerprint(sent) || known === fingerprint({ ...sent, products });
}
