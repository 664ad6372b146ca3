import type { PaymentSource } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import type { Orders } from '../../orders/records/order-context.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';

/** Dependencies of payment settlement. It needs no carts and no catalogue, so CLI commands can use it too. */
export interface PaymentContext {
  db: Db;
  /** The URLs for links in the mails about orders. */
  orders: Pick<Orders, 'viewUrls'>;
  /** Every provider whose keys are set, by its code. */
  providers: ReadonlyMap<PaymentSource, PaymentProvider>;
  /** Whether payments take real money. */
  mode: 'test' | 'live';
  /** The current time; tests inject their own clock. */
  now: () => Date;
  /** Rate limits. */
  limits: Limits;
  /** The public URL of the shop, for shoppers and providers. */
  shopUrl: string;
  /** Receives findings about payments. */
  log: { warn(finding: object, text: string): void };
}

/** Dependencies of payments, created once at start. */
export interface Payments extends PaymentContext {
  /** The order services, which these payments pay. */
  orders: Orders;
  /** The secret from which payment links are derived. */
  linkSecret: string;
}
