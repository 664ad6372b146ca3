import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { summariseRatings } from '@fynbos/core/content/review.ts';
import { groupToken } from '../accounts/session/group-token.ts';
import { askPrices } from '../pricing/price-sync.ts';
import { loadReviews } from '../reviews/load-reviews.ts';
import { findFull, recallFull } from './full-products.ts';
import { isOld } from './live-cards.ts';
import type { ProductPageData } from './load-product.ts';
import { loadCategories } from './product-categories.ts';
import { factsOf, loadAttributes } from './product-facts.ts';
import type { Asker } from './queries.ts';
import { loadRelated } from './related.ts';

let attributes: Attribute[] | undefined;
const categories = new Map<number, Category>();

/** Loads what documents of products need to be read: the names of their attributes, once a visit, and of their categories. */
export async function prepareToRead(products: readonly Product[], asker: Asker): Promise<void> {
  const unknown = new Set(
    products.flatMap((product) => product.category_ids).filter((id) => !categories.has(id)),
  );
  const [named, found] = await Promise.all([
    attributes ?? loadAttributes(asker),
    loadCategories([...unknown], asker),
  ]);
  attributes = named;
  for (const category of found) categories.set(category.id, category);
}

/**
 * The page of the product at a path from its document alone: all but what others say of it, and what is near it. Nothing
 * where the prices are another group's, or where it is not known.
 */
export function earlyPageAt(path: string): ProductPageData | undefined {
  const full = findFull(path.slice(1));
  if (!full || !attributes || full.group !== groupToken()) return undefined;
  return {
    kind: 'product',
    ...factsOf(full.product, attributes, [...categories.values()]),
    parts: [],
    related: [],
    reviews: { ...summariseRatings([]), newest: [] },
    catchUp,
  };
}

/** What it lacks is asked for at once, and without a network once there is one again. */
function catchUp(given: ProductPageData, tell: (page: ProductPageData) => void, signal: AbortSignal): void {
  const over = new AbortController();
  const fillIn = async () => {
    const whole = await complete(given, signal);
    over.abort();
    tell(whole);
    (await import('./watch-product.ts')).watchPrices(whole, tell, signal);
  };
  const tryIt = () => void fillIn().catch(() => {});
  tryIt();
  window.addEventListener('online', tryIt, { signal: AbortSignal.any([signal, over.signal]) });
}

/** The same page with everything in it, at the prices of now where its document is not quite new. */
async function complete(page: ProductPageData, signal: AbortSignal): Promise<ProductPageData> {
  const { catchUp: _, ...known } = page;
  const { sku, url_path, configurable_children: children } = page.product;
  const full = recallFull(url_path);
  if (!full) return known;
  const family = [sku, ...children.map((child) => child.sku)];
  const [related, reviews, prices] = await Promise.all([
    loadRelated(full.product, { signal }),
    loadReviews(full.product.id, { signal }),
    isOld(full.at) ? askPrices(family, signal) : undefined,
  ]);
  const whole = { ...known, related, reviews };
  if (!prices) return whole;
  return (await import('./watch-product.ts')).repriced(whole, prices, new Date());
}
