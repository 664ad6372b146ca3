import type { PaymentSource } from '@fynbos/core/payments/providers.ts';

/** Provider names for operators; shoppers see payment methods instead. */
export const companies: Readonly<Record<PaymentSource, string>> = {
  card: 'Peach Payments',
  instalments: 'Payflex',
  'local-a': 'Ozow',
  'local-b': 'iKhokha',
  wallet: 'PayPal',
  cashondelivery: 'the driver',
};
