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

/** Detects the kind of a page from its data. Pages of kind `other` get only the metadata of every page. */
export function kindOf(data: unknown): PageKind {
  if (typeof data !== 'object' || data === null) return { kind: 'other' };
  if ('kind' in data && data.kind === 'product') return { kind: 'product', page: data as ProductPageData };
  if ('kind' in data && data.kind === 'category') return { kind: 'category', page: data as CategoryPageData };
  if ('kind' in data && data.kind === 'stores')
    return { kind: 'stores', stores: (data as StoreLocatorData).stores };
  if ('kind' in data && data.kind === 'content') return { kind: 'content', content: data as ContentPageData };
  if ('brand' in data && 'listing' in data) return { kind: 'brand', page: data as BrandPageData };
  return 'collections' in data ? { kind: 'home' } : { kind: 'other' };
}
