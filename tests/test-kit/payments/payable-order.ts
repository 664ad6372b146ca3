import type { Payable } from '@fynbos/api/payments/providers/payment-provider.ts';

/** A payment request as the shop passes it to a provider. */
export function payable(changes: Partial<Payable> = {}): Payable {
  return {
    reference: 'REFERENCE00001',
    orderNumber: '100000042',
    charge: { cents: 29_999, currency: 'ZAR' },
    returnUrl: 'https://shop.example/order/status?ref=REFERENCE00001',
    cancelUrl: 'https://shop.example/order/status?ref=REFERENCE00001&hint=cancelled',
    failureUrl: 'https://shop.example/order/status?ref=REFERENCE00001&hint=failed',
    webHookUrl: 'https://shop.example/hooks/provider',
    shopper: {
      firstname: 'Thandi',
      lastname: 'O’Brien',
      email: 'thandi@example.com',
      telephone: '0821234567',
    },
    address: { street: '1 Protea Road', suburb: 'Claremont', city: 'Cape Town', postcode: '7708' },
    lines: [
      { name: 'Rolled oats 1 kg', sku: 'OATS-1', qty: 3, cents: 20_000 },
      { name: 'Almonds 500 g', sku: 'ALM-5', qty: 1, cents: 9999 },
    ],
    ...changes,
  };
}

/** Personal data of the payer, which no log may contain. */
export const personal =
  /Thandi|Brien|example\.com|0821234567|Protea|Claremont|(?<![\dA-Fa-f])7708(?![\dA-Fa-f])/;
