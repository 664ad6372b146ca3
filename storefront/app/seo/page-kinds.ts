import type { ContentPageData } from '../content/state/load-content.ts';
import type { BrandPageData } from '../listing/state/load-brand.ts';
import type { CategoryPageData } from '../listing/state/load-category.ts';
import type { ProductPageData } from '../product/state/load-product.ts';
import type { StoreLocatorData } from '../stores/state/nearest-stores.ts';

/** The kind of a page, read from its loader data. */
export type PageKind =
  | { kind: 'home' }
  | { kind: 'brand'; page: BrandPageData }
  | { kind: 'product'; page: ProductPageData }
  | { kind: 'category'; page: CategoryPageData }
  | { kind: 'content'; content: ContentPageData }
  | { kind: 'stores'; stores: StoreLocatorData['stores'] }
  | { kind: 'other' };

type LoaderData =
  | ProductPageData
  | CategoryPageData
  | StoreLocatorData
  | ContentPageData
  | BrandPageData
  | { collections: unknown };

/** Detects the kind of a page from its data. Pages of kind `other` get only the metadata of every page. */
export function kindOf(data: unknown): PageKind {
  if (typeof data !== 'object' || data === null) return { kind: 'other' };
  // Only the loaders of these pages return data with the fields that the conditions test.
  const page = data as LoaderData;
  if ('kind' in page && page.kind === 'product') return { kind: 'product', page };
  if ('kind' in page && page.kind === 'category') return { kind: 'category', page };
  if ('kind' in page && page.kind === 'stores') return { kind: 'stores', stores: page.stores };
  if ('kind' in page && page.kind === 'content') return { kind: 'content', content: page };
  if ('brand' in page && 'listing' in page) return { kind: 'brand', page };
  return 'collections' in page ? { kind: 'home' } : { kind: 'other' };
}
