import type { ProviderCode } from '@fynbos/core/payments/providers.ts';

/** Who takes the money, as an operator knows them; shoppers are told of ways to pay. */
export const companies: Readonly<Record<ProviderCode, string>> = {
  card: 'Peach Payments',
  instalments: 'Payflex',
  'local-a': 'Ozow',
  'local-b': 'iKhokha',
  wallet: 'PayPal',
};
