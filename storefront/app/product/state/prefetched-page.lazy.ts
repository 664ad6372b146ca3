import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { summariseRatings } from '@fynbos/core/content/review.ts';
import type { Requester } from '../../catalogue/state/catalogue-queries.ts';
import { loadCategories } from '../../catalogue/state/product-categories.ts';
import { isOld } from '../../catalogue/state/use-live-cards.ts';
import { groupToken } from '../../platform/session/group-token.ts';
import { createStore } from '../../platform/state/store.ts';
import { requestPrices } from '../../pricing/price-refresh.ts';
import { loadReviews } from '../../reviews/state/load-reviews.ts';
import { findFull, recallFull } from './full-products.ts';
import type { ProductPageData } from './load-product.ts';
import { loadAttributes, productFactsOf } from './product-facts.ts';
import { loadRelated } from './related-products.ts';

const attributes = createStore<Attribute[] | undefined>(undefined);
const categories = new Map<number, Category>();

/** Loads the data needed to render product documents: attributes once per visit, and categories. */
export async function prepareToRead(products: readonly Product[], requester: Requester): Promise<void> {
  const unknown = new Set(
    products.flatMap((product) => product.category_ids).filter((id) => !categories.has(id)),
  );
  const [named, newCategories] = await Promise.all([
    attributes.get() ?? loadAttributes(requester),
    loadCategories([...unknown], requester),
  ]);
  attributes.set(named);
  for (const category of newCategories) categories.set(category.id, category);
}

/**
 * Builds the page of the product at a path from its document alone, without reviews, parts and related
 * products. Undefined when the document is unknown or holds the prices of another customer group.
 */
export function earlyPageAt(path: string): ProductPageData | undefined {
  const full = findFull(path.slice(1));
  const named = attributes.get();
  if (!full || !named || full.group !== groupToken()) return undefined;
  return {
    kind: 'product',
    ...productFactsOf(full.product, named, [...categories.values()]),
    parts: [],
    related: [],
    reviews: { ...summariseRatings([]), newest: [] },
    catchUp,
  };
}

/** Loads the missing data at once; if that fails, again when the network returns. */
function catchUp(
  initialPage: ProductPageData,
  onUpdate: (page: ProductPageData) => void,
  signal: AbortSignal,
): void {
  const over = new AbortController();
  const fillIn = async () => {
    const completedPage = await complete(initialPage, signal);
    over.abort();
    onUpdate(completedPage);
    (await import('./product-refresh.lazy.ts')).watchPrices(completedPage, onUpdate, signal);
  };
  const tryIt = () => void fillIn().catch(() => {});
  tryIt();
  window.addEventListener('online', tryIt, { signal: AbortSignal.any([signal, over.signal]) });
}

/** Returns the page with all its data. Prices are refreshed when the document is not recent. */
async function complete(page: ProductPageData, signal: AbortSignal): Promise<ProductPageData> {
  const { catchUp: _, ...known } = page;
  const { sku, url_path, configurable_children: children } = page.product;
  const full = recallFull(url_path);
  if (!full) return known;
  const family = [sku, ...children.map((child) => child.sku)];
  const [related, reviews, prices] = await Promise.all([
    loadRelated(full.product, { signal }),
    loadReviews(full.product.id, { signal }),
    isOld(full.at) ? requestPrices(family, signal) : undefined,
  ]);
  const completedPage = { ...known, related, reviews };
  if (!prices) return completedPage;
  return (await import('./product-refresh.lazy.ts')).refreshProduct(completedPage, prices, new Date());
}
