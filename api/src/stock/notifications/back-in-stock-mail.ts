import { cleanLine } from '@fynbos/core/clean-text.ts';
import { picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type LiveProduct, parseProduct } from '../../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import { stockResult } from '../../catalogue/stock-result.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { startPeriodicJob } from '../../platform/jobs/periodic-job.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { mailLocale } from '../../platform/mail/templates/mail-messages.ts';
import type { ShopContext } from '../../shop-context.ts';
import { type AwaitedStock, readAwaitedStock, takeNotifications } from './stock-notification-store.ts';

type NotifierDeps = Pick<ShopContext, 'db' | 'views' | 'storeStock' | 'knowsStore'> & { viewUrls: ViewUrls };

/** The mails for a product in a round; the others follow in the next ones. */
const maxMails = 100;

/**
 * Mails those who wait for a product that is in stock, each once: a mail and the end of its request are one transaction.
 * Several processes may do this at the same time.
 */
async function mailBackInStock(deps: NotifierDeps, failed: (error: unknown) => void): Promise<void> {
  for (const awaited of await readAwaitedStock(deps.db)) {
    const offer = offerOf(deps, awaited);
    // A product whose mails fail does not stop the others.
    if (offer) await mailOffer(deps, awaited, offer).catch(failed);
  }
}

type Offer = NonNullable<ReturnType<typeof offerOf>>;

/** The product as shoppers of the store view see it; undefined while it cannot be ordered or has no page. */
function offerOf({ views, storeStock, knowsStore, viewUrls }: NotifierDeps, awaited: AwaitedStock) {
  const { sku, store_code, fulfilment_store } = awaited;
  const { catalogue } = views.find(({ code }) => code === store_code) ?? views.standard;
  const record = catalogue.findBySku(sku);
  const store = knowsStore(fulfilment_store) ? fulfilment_store : undefined;
  const stock = stockResult(catalogue, storeStock, sku, store);
  if (!record || !stock?.is_in_stock) return undefined;
  const page = pageOf(catalogue, record);
  if (!page) return undefined;
  const product = parseProduct(record.json);
  return {
    name: cleanLine(product.name),
    view: catalogue.view,
    price: stock.price_incl_tax,
    link: viewUrls(store_code) + page,
    // The shop's own address serves the pictures of every store view.
    picture: viewUrls('') + picturePath([150, 150], product.image),
  };
}

/** The page that offers a product, that of its parent for a variant; undefined if shoppers find none. */
function pageOf(catalogue: LiveCatalogue, record: LiveProduct): string | undefined {
  const parent = catalogue
    .parentsOf(record.sku)
    .flatMap((id) => catalogue.find(id) ?? [])
    .find(({ listable }) => listable);
  if (parent) return mailedPages.productBySku(parent, record.sku);
  return record.listable ? mailedPages.productBySku(record) : undefined;
}

function mailOffer({ db }: NotifierDeps, awaited: AwaitedStock, offer: Offer): Promise<void> {
  const { name, view, price, link, picture } = offer;
  return db.transaction().execute(async (trx) => {
    for (const { email: to, locale } of await takeNotifications(trx, awaited, maxMails)) {
      const written = price > 0 ? String(formatPrice(price, formatFor(view, mailLocale(locale)))) : '';
      const product = { name, price: written, picture };
      await queueMail(trx, { template: 'backInStock', to, locale, values: { product: name, link }, product });
    }
  });
}

/**
 * Looks for products that are back in stock at once and while the shop runs, whatever changed their stock.
 * @returns a function that stops it
 */
export function startStockNotifier(
  deps: NotifierDeps,
  log: FastifyBaseLogger,
  everyMs = 30_000,
): () => Promise<void> {
  // After a failure the requests stay, and are read again.
  const failure = 'cannot send back-in-stock mails yet';
  const failed = (error: unknown) => log.warn({ error: String(error) }, failure);
  return startPeriodicJob(() => mailBackInStock(deps, failed), { everyMs, log, failure });
}
