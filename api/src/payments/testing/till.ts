import { readConfig } from '../../config.ts';
import { openLimits } from '../../limits/open.ts';
import type { PayingShop } from '../../testing/paying-shop.ts';
import { providersOf } from '../open-providers.ts';
import type { PaymentContext } from '../payments.ts';

/** The payment context of another process of the same shop. */
export const paymentContextOf = ({ db, env, now, origin }: PayingShop): PaymentContext => ({
  ...{ db, now, shopUrl: origin, orders: { viewUrls: () => origin }, mode: 'test', log: { warn() {} } },
  limits: openLimits({ db, now }),
  providers: providersOf(readConfig(env)),
});
