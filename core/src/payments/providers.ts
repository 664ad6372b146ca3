/** Payment providers in display order; the codes are those of the paths (spec D7). */
export const providerCodes = ['card', 'instalments', 'local-a', 'local-b', 'wallet'] as const;
export type ProviderCode = (typeof providerCodes)[number];

/** The payment method whose money the shop receives itself, at the door. */
export const payOnDelivery = 'cashondelivery';

/** Where a booked payment came from: a provider, or the door. */
export type PaymentSource = ProviderCode | typeof payOnDelivery;

/** The company behind each, the same in every language. */
export const companies: Readonly<Record<PaymentSource, string>> = {
  card: 'Peach Payments',
  instalments: 'Payflex',
  'local-a': 'Ozow',
  'local-b': 'iKhokha',
  wallet: 'PayPal',
  cashondelivery: 'the driver',
};

/** Whether a payment method leads to one of the providers. */
export const isProviderCode = (code: string): code is ProviderCode =>
  (providerCodes as readonly string[]).includes(code);

const typeIds: Partial<Record<ProviderCode, number>> = {
  card: 8,
  instalments: 4,
  'local-a': 12,
  'local-b': 13,
};

/** The number by which old clients know a payment method; undefined for those they do not know (spec D7). */
export const paymentTypeId = (code: string): number | undefined =>
  isProviderCode(code) ? typeIds[code] : undefined;
