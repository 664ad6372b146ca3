import type { PaymentSource } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import type { Orders } from '../../orders/records/order-context.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';

/** Dependencies of payment settlement. It needs no carts and no catalogue, so CLI commands can use it too. */
export interface PaymentContext {
  db: Db;
  orders: Pick<Orders, 'viewUrls'>;
  providers: ReadonlyMap<PaymentSource, PaymentProvider>;
  mode: 'test' | 'live';
  now: () => Date;
  limits: Limits;
  /** The public URL of the shop, for shoppers and providers. */
  shopUrl: string;
  log: { warn(finding: object, text: string): void };
}

/** Dependencies of payments before the order services can end pending payments. */
export interface PaymentSetup extends PaymentContext {
  orders: Omit<Orders, 'abandonPending' | 'endWaiting'>;
  /** The secret from which payment links are derived. */
  linkSecret: string;
}

/** Dependencies of payments, created once at start. */
export interface Payments extends PaymentContext, Pick<PaymentSetup, 'linkSecret'> {
  orders: Orders;
}
