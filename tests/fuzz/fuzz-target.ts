import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { demoFolder } from '@fynbos/test-kit/shop/demo-folder.ts';
import { learn } from './collect-known-values.ts';
import type { Known } from './known-values.ts';

export const metricsKey = 'fuzz-metrics-key-fuzz';

/** The demo shop with every endpoint enabled, and the values its shoppers know. */
export async function openShopToFuzz(): Promise<{ shop: PayingShop; known: Known }> {
  const shop = await openPayingShop(demoFolder, {
    ...{ TRUSTED_PROXIES: '127.0.0.1', TOKEN_IN_HEADER: 'off', API_MODE: 'graphql' },
    ...{ METRICS_KEY: metricsKey, INVALIDATION_KEY: 'fuzz-invalidation-key' },
  });
  const users = [await logInPerson(shop), await logInPerson(shop)];
  const carts = [await newCart(shop), await newCart(shop), await newCart(shop)];
  return { shop, known: await learn(shop, users, carts) };
}
