/** Payment providers in display order; the codes are those of the paths (spec D7). */
export const providerCodes = ['card', 'instalments', 'local-a', 'local-b', 'wallet'] as const;
export type ProviderCode = (typeof providerCodes)[number];

/** Payment type ids of old clients (spec commerce 9). They are data; no logic depends on them. */
export const paymentTypeIds: Readonly<Partial<Record<ProviderCode, number>>> = {
  card: 8,
  instalments: 4,
  'local-a': 12,
  'local-b': 13,
};

/** Whether a payment method leads to one of the providers. */
export const isProviderCode = (code: string): code is ProviderCode =>
  (providerCodes as readonly string[]).includes(code);
