import { logInPerson } from '@fynbos/api/accounts/testing/people.ts';
import { newCart } from '@fynbos/api/cart/testing/guest.ts';
import { openPayingShop, type PayingShop } from '@fynbos/api/testing/paying-shop.ts';
import { demoFolder } from '@fynbos/api/testing/shop.ts';
import { learn } from './learn.ts';
import type { Known } from './values-of.ts';

export const metricsKey = 'fuzz-metrics-key-fuzz';

/** The demo shop with every door open, and what its shoppers have at hand. */
export async function openShopToFuzz(): Promise<{ shop: PayingShop; known: Known }> {
  const shop = await openPayingShop(demoFolder, {
    ...{ TRUSTED_PROXIES: '127.0.0.1', TOKEN_IN_HEADER: 'off', API_MODE: 'graphql' },
    ...{ METRICS_KEY: metricsKey, INVALIDATION_KEY: 'fuzz-invalidation-key' },
  });
  const people = [await logInPerson(shop), await logInPerson(shop)];
  const carts = [await newCart(shop), await newCart(shop), await newCart(shop)];
  return { shop, known: await learn(shop, people, carts) };
}
