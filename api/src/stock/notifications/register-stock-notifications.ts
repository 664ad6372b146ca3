import { Problem } from '@fynbos/core/problem.ts';
import { requestStockNotification } from '@fynbos/core/stock/contract.ts';
import type { FastifyInstance } from 'fastify';
import { setPrivateHeaders } from '../../platform/http/private-response.ts';
import { viewUrlsOf } from '../../platform/http/store-view-urls.ts';
import { hourly } from '../../platform/jobs/hourly-job.ts';
import { route } from '../../route.ts';
import type { ShopContext } from '../../shop-context.ts';
import { startStockNotifier } from './back-in-stock-mail.ts';
import { forgetNotifications, requestNotification } from './stock-notification-service.ts';

/** Mails about sold-out products that are back in stock (spec D75): the request, and the job that sends them. */
export async function registerStockNotifications(app: FastifyInstance, shop: ShopContext): Promise<void> {
  const { db, now, config, actors, views, findStock, knowsStore } = shop;
  const viewUrls = viewUrlsOf(config);
  app.addHook(
    'onClose',
    startStockNotifier({ ...shop, viewUrls }, app.log.child({ work: 'stock notifications' })),
  );
  hourly(app, () => forgetNotifications(db, now()));
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    route(scope, requestStockNotification, async ({ query, body: { sku, email, locale }, request }) => {
      const customer = await actors.findActor(request);
      if (email === undefined && !customer) throw new Problem('not_logged_in');
      const named = query.storePartitionKey ?? '';
      const fulfilment_store = knowsStore(named) ? named : '';
      const stock = findStock(sku, fulfilment_store || undefined, request);
      if (!stock) throw new Problem('product_not_found');
      if (stock.is_in_stock) return 'in_stock' as const;
      const { code: store_code } = views.of(request).catalogue.view;
      const notification = { sku: stock.sku, email, locale, store_code, fulfilment_store };
      await requestNotification(shop, notification, { customer, ip: request.ip });
      return 'requested' as const;
    });
  });
}
