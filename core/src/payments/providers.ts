/** Who takes the money, in the order the shop offers them; the codes are those of the paths (decision 7). */
export const providerCodes = ['card', 'instalments', 'local-a', 'local-b', 'wallet'] as const;
export type ProviderCode = (typeof providerCodes)[number];

/** Payment type ids of old (commerce 9). They are data: nothing is decided by them. */
export const paymentTypeIds: Readonly<Partial<Record<ProviderCode, number>>> = {
  card: 8,
  instalments: 4,
  'local-a': 12,
  'local-b': 13,
};

/** Whether a way of paying is one of ours that leads to a provider. */
export const isProviderCode = (code: string): code is ProviderCode =>
  (providerCodes as readonly string[]).includes(code);
