import type { DeliveryOffer } from './delivery-offer.ts';

const separator = ' – ';

/** The shipping method as an order stores it: who brings it, and how. */
export const shippingTitle = ({
  carrier_title,
  method_title,
}: Pick<DeliveryOffer, 'carrier_title' | 'method_title'>): string => carrier_title + separator + method_title;

/**
 * The title with its two names translated. A title without both names is translated whole.
 * @param label translates a name of the catalogue
 */
export const translateShippingTitle = (title: string, label: (name: string) => string): string =>
  title.split(separator).map(label).join(separator);
