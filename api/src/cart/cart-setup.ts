import type { Store } from '@fynbos/core/stores/contract.ts';
import type { FastifyInstance } from 'fastify';
import { isNewsletterCoupon } from '../accounts/newsletter/newsletter-coupon.ts';
import { openDeliveries } from '../delivery/delivery-service.ts';
import { readSigningSecret } from '../platform/database/signing-key-store.ts';
import { memoryBuckets } from '../platform/rate-limit/memory-buckets.ts';
import { limitsOf } from '../platform/rate-limit/rate-limits.ts';
import { policyOf } from '../pricing/price-policy.ts';
import type { ShopContext } from '../shop-context.ts';
import { listStores } from '../stores/store-service.ts';
import type { Carts } from './records/cart-context.ts';
import { cartRoutes } from './routes.ts';

/** What later domains provide to carts. */
type CartParts = Pick<Carts, 'pastOrders' | 'payments'>;

/** Opens the carts and mounts their endpoints. */
export async function registerCart(app: FastifyInstance, context: ShopContext & CartParts): Promise<Carts> {
  const carts = await openCarts(context);
  await cartRoutes(app, carts, context);
  return carts;
}

/** Loads the data that carts need in addition to the catalogue, and reloads it after an import. */
async function openCarts(context: ShopContext & CartParts): Promise<Carts> {
  const { db, now, limits, config, catalogue, views, deals, storeStock, pastOrders, payments } = context;
  const deliveries = await openDeliveries(db);
  let stores = new Map<string, Store>();
  const readStores = async () => {
    stores = new Map((await listStores(db)).map((store) => [store.code, store]));
  };
  await readStores();
  catalogue.onChange(async ({ everything }) => {
    if (everything) await Promise.all([deliveries.refresh(), readStores()]);
  });
  return {
    ...{ db, now, limits, views, deals, storeStock, pastOrders, payments },
    keyedWrites: limitsOf(memoryBuckets(now)),
    delivery: deliveries,
    policy: policyOf(config),
    tokenSecret: await readSigningSecret(db, 'cart-token'),
    rules: { zeroPrice: config.zeroPriceProducts, outOfStock: config.outOfStockInCart },
    stores: () => stores,
    isNewsletterCoupon,
  };
}
