import path from 'node:path';
import type { Plugin } from 'vite';

/** The modules of every page, and the pages on which a shopper may arrive first. */
const shell = [
  'entry.client.tsx',
  'root.tsx',
  'shell/default-layout.tsx',
  'shell/page-boundary.tsx',
  // Used on every navigation between products and categories.
  'product/state/product-revalidation.ts',
  // Used by a product's page and by every cart operation.
  'platform/analytics/shop-events.ts',
];
const pages = [
  'shell/pages/home-page.tsx',
  'listing/components/category-view.tsx',
  'product/components/product-view.tsx',
  'listing/brand-page.tsx',
  'search/search-page.tsx',
];
const app = path.join(import.meta.dirname, '../app');

/** The group of browser files that a module of ours belongs to, by the pages that need it at once. */
export type ChunkGroup = 'shop' | 'list' | 'product' | undefined;

/**
 * Follows static imports to group modules: `shop` for modules of every page or most pages, `list` for pages
 * with lists only, `product` for product pages only. Modules that are only imported dynamically belong to
 * no group.
 */
export function firstLoad(): { plugin: Plugin; chunkGroupOf(id: string): ChunkGroup } {
  const imports = new Map<string, readonly string[]>();
  let groups: Record<'shop' | 'list' | 'product', Set<string>> | undefined;

  function reachedFrom(modules: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      for (const next of imports.get(id) ?? []) visit(next);
    };
    for (const module of modules) visit(path.join(app, module));
    return seen;
  }

  function findChunkGroups() {
    const reached = pages.map((page) => reachedFrom([page]));
    const shared = [...imports.keys()].filter(
      (id) => reached.filter((reachable) => reachable.has(id)).length >= 3,
    );
    const shop = new Set([...reachedFrom(shell), ...shared]);
    const [, category, product] = reached;
    const list = new Set([...category!].filter((id) => !shop.has(id) && isShared(id, reached)));
    return { shop, list, product: product! };
  }

  return {
    plugin: {
      name: 'fynbos-first-load',
      applyToEnvironment: (environment) => environment.name === 'client',
      moduleParsed({ id, importedIds }) {
        const moduleId = bare(id);
        imports.set(moduleId, [
          ...(imports.get(moduleId) ?? []),
          ...importedIds.map(bare).filter((importedId) => importedId !== moduleId),
        ]);
      },
    },
    chunkGroupOf(id) {
      groups ??= findChunkGroups();
      const moduleId = bare(id);
      if (groups.shop.has(moduleId)) return 'shop';
      if (groups.list.has(moduleId)) return 'list';
      return groups.product.has(moduleId) ? 'product' : undefined;
    },
  };
}

const isShared = (id: string, reached: readonly Set<string>[]): boolean =>
  reached.filter((reachable) => reachable.has(id)).length >= 2;

/** A route's module has the same id as its part for browsers. */
const bare = (id: string): string => id.split('?')[0]!;
