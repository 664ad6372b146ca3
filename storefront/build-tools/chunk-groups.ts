import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The modules of every page, and the pages on which a shopper may arrive first. */
const shell = [
  'entry.client.tsx',
  'root.tsx',
  'shell/default-layout.tsx',
  'shell/page-boundary.tsx',
  // Small modules that both a page and its interaction need.
  'listing/components/product-strip.tsx',
  'network-tasks/stock-check-loader.ts',
  'search/search-field.tsx',
  'stock/use-live-stock.ts',
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
/** Their routes; a route's own modules stay in its file. */
const routes = ['shell/pages/dispatcher-page.tsx', 'listing/category-page.tsx', 'product/product-page.tsx'];

/** Modules that are imported dynamically, by the moment at which a shopper needs them. */
const entries = {
  /** Calls of the API, which a product page makes before the first interaction. */
  calls: ['api-client.ts', 'stock/stock-query.ts', 'pricing/price-refresh.ts'],
  /** A product page with options or parts imports it before the first interaction. */
  options: ['product/components/product-choices.lazy.tsx'],
  variants: ['product/components/variant-choice.lazy.tsx'],
  /** Every page at rest, in every layout. */
  rest: [
    'shell/network/network-status.lazy.tsx',
    'shell/deferred-parts.lazy.ts',
    'shell/background-parts.lazy.tsx',
  ],
  /** The first interaction with a shop page, and the product pages prepared behind a list. */
  touch: [
    'shell/menu/category-sidebar.lazy.tsx',
    'shell/shop-links.lazy.tsx',
    'shell/footer-menus.lazy.tsx',
    'shell/bottom-nav.lazy.tsx',
    'search/search-panel.lazy.tsx',
    'shell/delivery-strip.lazy.tsx',
    'delivery/components/product-delivery.lazy.tsx',
    'cart/components/mini-cart/cart-link.lazy.tsx',
    'cart/components/add-to-cart-form.lazy.tsx',
    'cart/components/mini-cart/mini-cart.lazy.tsx',
    'cart/components/product-card-stepper.lazy.tsx',
    'listing/components/column-switch.lazy.tsx',
    'listing/components/product-card-actions.lazy.tsx',
    'listing/state/extend-listing.lazy.ts',
    'catalogue/state/catalogue-queries.ts',
    'network-tasks/stock-check-tasks.lazy.ts',
    'offline-catalog/components/refresh-offline-catalog.lazy.ts',
    'product/components/food-panel.lazy.tsx',
    'product/components/product-description.lazy.tsx',
    'product/components/product-list-buttons.lazy.tsx',
    'product/components/product-page-end.lazy.tsx',
    'product/state/full-products.ts',
    'product/state/prefetched-page.lazy.ts',
    'reviews/components/rating-link.tsx',
    'reviews/components/review-list.lazy.tsx',
  ],
  cart: [
    'cart/state/current-cart.ts',
    'cart/components/cart-shell.lazy.tsx',
    'cart/components/mini-cart/cart-total.lazy.tsx',
    'cart/state/prefetch-methods.lazy.ts',
    'ui/notices/reserve-foot.ts',
  ],
  /** The cart page and the checkout share them. */
  codes: ['cart/components/coupon-form.tsx', 'cart/components/shipping-methods.tsx'],
  checkout: [
    'checkout/checkout-page.tsx',
    'checkout/components/checkout-steps.lazy.tsx',
    'checkout/components/order-summary.lazy.tsx',
  ],
  /** The checkout imports them at once, for a shopper who loses the network. */
  laterSteps: [
    'checkout/components/shipping-step.lazy.tsx',
    'checkout/components/review-step.lazy.tsx',
    'checkout/components/thank-you.lazy.tsx',
    'checkout/state/start-payment.lazy.ts',
  ],
  login: [
    'accounts/login-page.tsx',
    'accounts/components/account-shell.lazy.tsx',
    'shell/pages/account-page.tsx',
    'accounts/components/overview-view.lazy.tsx',
    'ui/loading/async-content.tsx',
  ],
  /** The later steps of the checkout and the address book share the fields of an address. */
  addresses: ['accounts/components/addresses/addresses-view.lazy.tsx'],
};
const app = path.join(import.meta.dirname, '../app');

/**
 * The browser files that contain several modules, in order of their dependencies: a module belongs to the
 * first group that has it.
 */
export const chunkGroups = [
  // Every page or most pages; pages with lists only; product pages only.
  ...(['shop', 'list', 'product'] as const),
  // A product page after hydration.
  ...(['calls', 'choices', 'options'] as const),
  // The first interaction: what login and account pages share with it, what the checkout shares, the rest.
  ...(['common', 'cart', 'interaction'] as const),
  ...(['forms', 'address', 'login', 'checkout', 'steps'] as const),
] as const;
export type ChunkGroup = (typeof chunkGroups)[number];

type Groups = Record<ChunkGroup, Modules>;

/**
 * Follows static imports to group modules by the moment at which a shopper needs them. On a phone a request
 * costs more than a few bytes needed on the next page anyway, but no group adds a module to a page that does
 * not need it.
 */
export function groupedModules(): {
  plugin: Plugin;
  /** `page` for a module that stays in the file of its page. */
  chunkGroupOf(id: string): ChunkGroup | 'page' | undefined;
} {
  const imports = new Map<string, readonly string[]>();
  let first: Modules;
  let groups: Groups | undefined;

  function reachedFrom(modules: readonly string[]): Set<string> {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      for (const next of imports.get(id) ?? []) visit(next);
    };
    for (const module of modules) {
      const id = path.join(app, module);
      if (!existsSync(id)) throw new Error(`A group of scripts names ${module}, which does not exist.`);
      visit(id);
    }
    return seen;
  }

  function findFirstGroups(): Pick<Groups, 'shop' | 'list' | 'product'> {
    const reached = pages.map((page) => reachedFrom([page]));
    const shared = [...imports.keys()].filter(
      (id) => reached.filter((reachable) => reachable.has(id)).length >= 3,
    );
    const shop = new Set([...reachedFrom(shell), ...shared]);
    const [, category = new Set(), product = new Set()] = reached;
    const list = new Set([...category].filter((id) => !shop.has(id) && isShared(id, reached)));
    return { shop, list, product };
  }

  function findGroups(): Groups {
    first = reachedFrom([...shell, ...pages, ...routes]);
    const later = (modules: readonly string[]) => without(reachedFrom(modules), first);
    const [rest, cart, options] = [later(entries.rest), later(entries.cart), later(entries.options)];
    const touched = later([...entries.touch, ...entries.cart]);
    const [loginPages, addresses] = [later(entries.login), later(entries.addresses)];
    const login = both(loginPages, addresses);
    const checkout = later([...entries.checkout, ...entries.cart]);
    const steps = both(later(entries.laterSteps), checkout);
    return {
      ...findFirstGroups(),
      // A product with options needs no cart, so what both share precedes them.
      calls: both(later(entries.calls), shared(options, steps)),
      choices: both(shared(options, touched), later(entries.variants)),
      options,
      common: shared(touched, login),
      cart: both(shared(both(touched, later(entries.codes)), steps), rest, cart),
      interaction: touched,
      forms: shared(loginPages, steps),
      address: without(shared(addresses, steps), checkout),
      login,
      checkout,
      steps,
    };
  }

  return {
    plugin: {
      name: 'fynbos-chunk-groups',
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
      groups ??= findGroups();
      const [modules, moduleId] = [groups, bare(id)];
      return (
        chunkGroups.find((name) => modules[name].has(moduleId)) ?? (first.has(moduleId) ? 'page' : undefined)
      );
    },
  };
}

type Modules = ReadonlySet<string>;
const both = (...sets: readonly Modules[]): Modules => new Set(sets.flatMap((set) => [...set]));
const shared = (a: Modules, b: Modules): Modules => new Set([...a].filter((id) => b.has(id)));
const without = (a: Modules, b: Modules): Modules => new Set([...a].filter((id) => !b.has(id)));

const isShared = (id: string, reached: readonly Set<string>[]): boolean =>
  reached.filter((reachable) => reachable.has(id)).length >= 2;

/** A route's module has the same id as its part for browsers. */
const bare = (id: string): string => id.split('?')[0]!;
