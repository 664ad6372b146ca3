import { isNewsletterCoupon } from './accounts/newsletter-coupon.ts';
import type { Carts } from './cart/carts.ts';
import type { Config } from './config.ts';
import type { Ctx } from './ctx.ts';
import { openDeliveries } from './delivery/service.ts';
import { policyOf } from './open-views.ts';
import { countPastOrders } from './orders/order-service.ts';
import type { Deals } from './promotions/service.ts';
import type { StoreStockIndex } from './stock/store-shelves.ts';
import { listStores } from './stores/service.ts';

/** Loads the data that carts need in addition to the catalogue, and reloads it after an import. */
export async function openCarts(
  ctx: Ctx,
  config: Config,
  storeStock: StoreStockIndex,
  deals: Deals,
  payments: Carts['payments'],
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
    deals,
    delivery: deliveries,
    storeStock,
    policy: policyOf(config),
    rules: { zeroPrice: config.zeroPriceProducts, outOfStock: config.outOfStockInCart },
    storeServices: (code) => stores.get(code),
    payments,
    pastOrders: countPastOrders,
    isNewsletterCoupon,
  };
}
