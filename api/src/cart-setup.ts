import { isNewsletterCoupon } from './accounts/newsletter/newsletter-coupon.ts';
import type { Carts } from './cart/records/cart-context.ts';
import type { LiveCatalogue } from './catalogue/live-catalogue.ts';
import type { Config } from './config/config.ts';
import type { Ctx } from './context.ts';
import { openDeliveries } from './delivery/delivery-service.ts';
import { countPastOrders } from './orders/records/order-service.ts';
import { readSigningSecret } from './platform/database/signing-key-store.ts';
import { memoryBuckets } from './platform/rate-limit/memory-buckets.ts';
import { limitsOf } from './platform/rate-limit/rate-limits.ts';
import type { Deals } from './promotions/promotion-service.ts';
import type { StoreStockIndex } from './stock/store-stock.ts';
import { policyOf } from './store-view-setup.ts';
import { listStores } from './stores/store-service.ts';

/** Loads the data that carts need in addition to the catalogue, and reloads it after an import. */
export async function openCarts(
  ctx: Ctx & { catalogue: LiveCatalogue; views: Carts['views'] },
  config: Config,
  { storeStock, deals, payments }: { storeStock: StoreStockIndex; deals: Deals; payments: Carts['payments'] },
): Promise<Carts> {
  const { db, catalogue } = ctx;
  const deliveries = await openDeliveries(db);
  let stores = new Map<string, readonly string[]>();
  const readServices = async () => {
    stores = new Map((await listStores(db)).map((store) => [store.code, store.services]));
  };
  await readServices();
  catalogue.onChange(async ({ everything }) => {
    if (everything) await Promise.all([deliveries.refresh(), readServices()]);
  });
  return {
    ...ctx,
    keyedWrites: limitsOf(memoryBuckets(ctx.now)),
    deals,
    delivery: deliveries,
    storeStock,
    policy: policyOf(config),
    tokenSecret: await readSigningSecret(db, 'cart-token'),
    rules: { zeroPrice: config.zeroPriceProducts, outOfStock: config.outOfStockInCart },
    storeServices: (code) => stores.get(code),
    payments,
    pastOrders: countPastOrders,
    isNewsletterCoupon,
  };
}
