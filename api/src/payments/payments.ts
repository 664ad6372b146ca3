import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../db.ts';
import type { Limits } from '../limits/limits.ts';
import type { Orders } from '../orders/orders.ts';
import type { PaymentProvider } from './providers/provider.ts';

/** Who takes the money, and in what they are paid where that is not the shop's currency. */
export interface Provider extends PaymentProvider {
  /** Of a wallet: the currency it charges in, and how much of the shop's one of it costs. */
  presented?: { currency: string; rate: number };
}

/** What settles payments. It needs no carts and no catalogue, so commands beside the running shop have it too. */
export interface Till {
  db: Db;
  orders: Pick<Orders, 'viewUrls'>;
  providers: ReadonlyMap<ProviderCode, Provider>;
  mode: 'test' | 'live';
  now: () => Date;
  limits: Limits;
  /** Where the shop is for shoppers, and for providers. */
  shopUrl: string;
  log: { warn(finding: object, text: string): void };
}

/** What payments work with: made once at start. */
export interface Payments extends Till {
  orders: Orders;
}
