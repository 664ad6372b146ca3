import { readConfig } from '../../config.ts';
import { openLimits } from '../../limits/open.ts';
import type { PayingShop } from '../../testing/paying-shop.ts';
import { providersOf } from '../open-providers.ts';
import type { Till } from '../payments.ts';

/** Payments as another process of the same shop settles them. */
export const tillOf = ({ db, env, now, origin }: PayingShop): Till => ({
  ...{ db, now, shopUrl: origin, orders: { viewUrls: () => origin }, mode: 'test', log: { warn() {} } },
  limits: openLimits({ db, now }),
  providers: providersOf(readConfig(env)),
});
