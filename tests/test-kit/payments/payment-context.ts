import { readConfig } from '@fynbos/api/config/config.ts';
import { providersOf } from '@fynbos/api/payments/provider-setup.ts';
import type { PaymentContext } from '@fynbos/api/payments/records/payment-context.ts';
import { openLimits } from '@fynbos/api/platform/rate-limit/open-rate-limits.ts';
import type { PayingShop } from './payment-shop.ts';

/** The payment context of another process of the same shop. */
export const paymentContextOf = ({ db, env, now, origin }: PayingShop): PaymentContext => ({
  ...{ db, now, shopUrl: origin, orders: { viewUrls: () => origin }, mode: 'test', log: { warn() {} } },
  limits: openLimits({ db, now }),
  providers: providersOf(readConfig(env)),
});
