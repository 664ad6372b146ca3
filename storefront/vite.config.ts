import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messages } from './app/i18n/messages-plugin.ts';
import { leanRouter } from './lean-router.ts';
import { withoutSchemas } from './without-schemas.ts';

const inLists =
  /\/(core\/src\/catalogue\/listing|storefront\/app\/catalogue\/(listing-[av]|facet|load-more|category-view))/;
const inCalls =
  /\/(core\/src\/(search|stock)\/contract|storefront\/app\/(api\.ts|stock\/ask-stock|catalogue\/(queries|cards|labels|extend-listing|listing-data)))/;
const inProducts =
  /\/(storefront\/app\/(catalogue\/(product-view|buy-box|decision|has-choices|live-product|gallery)|stock\/quantity-field))\./;
/** Fetched by those who have an account, keep a list, choose a store or read reviews; `door` and `chosen-store` are on every page. */
const inRooms =
  /\/(core\/src\/(accounts|content|stores)\/|storefront\/app\/((lists|reviews|newsletter|consent)\/|stores\/(?!chosen-store)|accounts\/(?!door|account-link|session\/(profile-key|group-token))|ui\/(late-icon|form-fields|hydrated)))/;
/** The heart and the scales, wherever they stand, and the ways to what is kept. */
const inKeptLists =
  /\/app\/(lists\/(kept-list|list-|listed-product|product-lists|card-buttons|product-buttons|shop-links)|stores\/store-(link|door|panel)|ui\/late-icon)/;
const inAccounts =
  /\/(core\/src\/accounts\/|storefront\/app\/(newsletter|consent|account-paths|accounts\/(?!door|account-link|session\/(group-token|profile-key))|ui\/(form-fields|hydrated)))/;
const alone = /\/app\/(.*-page\.tsx|root\.tsx|entry\.|search\/sug|search\/search-box|i18n\/needs)/;
const ours = /\/(core\/src|storefront\/app)\//;

/**
 * What is loaded together is one file: a request costs a phone more than a few bytes it will need on
 * the next page anyway. Lists and the choices of a product are not on every page, calls are made by a page that is used, and the
 * search field waits until somebody searches. Messages stay apart, a file for each part of a language.
 */
const groups = [
  {
    name: 'libraries',
    test: /node_modules|\/app\/i18n\/(locale|text-context)|\/app\/seo\/origin/,
    priority: 4,
  },
  { name: 'calls', test: inCalls, priority: 1 },
  {
    name: 'shop',
    test: (id: string) =>
      ours.test(id) &&
      ![alone, inLists, inCalls, inProducts, inRooms, inAccounts].some((other) => other.test(id)),
    minShareCount: 3,
    priority: 2,
  },
  { name: 'list', test: inLists, priority: 1 },
  {
    name: 'accounts',
    test: (id: string) => inAccounts.test(id) && !alone.test(id),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'product', test: inProducts, priority: 1 },
  { name: 'lists', test: inKeptLists, priority: 1 },
];

/**
 * Two bundles: the browser's, and the server's in one file with everything it needs inside, so that
 * it is React's production build whatever NODE_ENV says.
 */
export default defineConfig(({ command }) => ({
  plugins: [messages(), withoutSchemas(), leanRouter(), tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    // A data: picture or font would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Says which file holds which language's messages; the server does not hand it out.
    manifest: true,
  },
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
      ssr: {
        build: { rolldownOptions: { input: path.join(import.meta.dirname, 'server/render.ts') } },
        resolve: { noExternal: true as const },
      },
    },
  }),
}));
