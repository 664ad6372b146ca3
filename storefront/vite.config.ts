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
  /\/(core\/src\/(search|stock)\/contract|storefront\/app\/(api\.ts|catalogue\/(queries|cards|extend-listing|listing-data)))/;
const inProducts =
  /\/(storefront\/app\/(catalogue\/(product-view|buy-box|decision|has-choices|live-product|gallery)|stock\/quantity-field))\./;
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
      ours.test(id) && ![alone, inLists, inCalls, inProducts].some((other) => other.test(id)),
    minShareCount: 3,
    priority: 2,
  },
  { name: 'list', test: inLists, priority: 1 },
  { name: 'product', test: inProducts, priority: 1 },
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
