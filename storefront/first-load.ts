import path from 'node:path';
import type { Plugin } from 'vite';

/** What stands on every page, and the pages a shopper may come to first. */
const shell = [
  'entry.client.tsx',
  'root.tsx',
  'shell/default-layout.tsx',
  'shell/page-boundary.tsx',
  // Asked on every way between products and categories.
  'catalogue/product-revalidation.ts',
  // Told by a product's page, and by all that a cart goes through.
  'analytics/announce.ts',
];
const pages = [
  'home-page.tsx',
  'catalogue/category-view.tsx',
  'catalogue/product-view.tsx',
  'catalogue/brand-page.tsx',
  'search/search-page.tsx',
];
const app = path.join(import.meta.dirname, 'app');

/** Which files of the browser a module of ours belongs into, by who needs it at once. */
export type Room = 'shop' | 'list' | 'product' | undefined;

/**
 * Follows what modules import at once, to say what belongs together: `shop` is what every page needs, or
 * most do; `list` what only pages with lists do, `product` what only a product's does. What is imported later belongs to neither, however often.
 */
export function firstLoad(): { plugin: Plugin; roomOf(id: string): Room } {
  const imports = new Map<string, readonly string[]>();
  let found: Record<'shop' | 'list' | 'product', Set<string>> | undefined;

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

  function findRooms() {
    const reached = pages.map((page) => reachedFrom([page]));
    const shared = [...imports.keys()].filter((id) => reached.filter((one) => one.has(id)).length >= 3);
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
        const own = bare(id);
        imports.set(own, [
          ...(imports.get(own) ?? []),
          ...importedIds.map(bare).filter((one) => one !== own),
        ]);
      },
    },
    roomOf(id) {
      found ??= findRooms();
      const own = bare(id);
      if (found.shop.has(own)) return 'shop';
      if (found.list.has(own)) return 'list';
      return found.product.has(own) ? 'product' : undefined;
    },
  };
}

const isShared = (id: string, reached: readonly Set<string>[]): boolean =>
  reached.filter((one) => one.has(id)).length >= 2;

/** A route's module is one with the part of it that browsers are given. */
const bare = (id: string): string => id.split('?')[0]!;
