import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messages } from './app/platform/i18n/messages-plugin.ts';
import { firstLoad } from './build-tools/first-load-chunks.ts';
import { withoutSchemas } from './build-tools/strip-schemas-plugin.ts';

/** Modules that call the API and those needed by the first calls; search modules load later. */
const inCalls =
  /\/(core\/src\/stock\/contract|storefront\/app\/(api-client|platform\/api\/api-problem|stock\/stock-query|pricing\/price-(refresh|dates)))/;
const inSearches =
  /\/(core\/src\/search\/contract|storefront\/app\/(catalogue\/state\/(catalogue-queries|product-cards|attribute-labels)|listing\/state\/(extend-listing|load-listing)))/;
/**
 * Modules shared by several later chunks. They are separate, because a chunk also contains every module it
 * imports that no earlier chunk has.
 */
const under = {
  choices:
    /\/core\/src\/(catalogue\/(?!choice-query)|pricing\/|stock\/)|\/app\/catalogue\/state\/(product-configuration|use-choices|product-parts)/,
  later:
    /\/app\/(platform\/(api|browser|outbox|service-worker|consent\/|pages\/(?!private|not-found)|i18n\/(?!parts)|storage\/(?!cache|database|chosen)|network\/data-)|network-tasks\/(network-task|task-count-writer)|pricing|stock\/(?!stock-[^q])|ui\/(?!deferred-icon|load-picture|logo|forms\/(?!form-fields)|loading\/(async|loading))|shell\/(offline\/pending-work|pages\/home-page-memory))|\/app\/[\w-]+\.ts|\/app\/accounts\/state\/account-paths/,
};
/**
 * Chunks that a shopper needs later, each in a file of its own. A chunk may contain modules that no earlier
 * chunk has, so they are listed in order of their dependencies.
 */
const laterChunks = {
  accounts:
    /\/core\/src\/accounts\/|\/app\/((newsletter|privacy)\/|accounts\/(?!components\/terms)|platform\/(consent\/consents|session\/(?!cart-token)|pages\/private)|ui\/(forms\/(?!form-fields|focus)|loading\/(async|loading)))/,
  lists:
    /\/app\/(lists\/|list-pages\/|stores\/components\/store-(link|picker-loader)|ui\/(deferred-icon|load-picture)|platform\/network\/deferred-pictures|shell\/(account\/|shop-links)|listing\/components\/product-card-actions|product\/components\/product-(page-end|list-buttons))/,
  content: /\/app\/content\//,
  cart: /\/core\/src\/(cart|promotions)\/|\/app\/(cart\/|platform\/session\/cart-token|ui\/forms\/focus)/,
};
const appCode = /\/(core\/src|storefront\/app)\//;
/** Modules that are loaded on their own stay separate. */
const alone = /\/app\/(.*-page\.tsx|root\.tsx|entry\.|platform\/i18n\/parts)/;

const fromTheStart = /assets\/(rolldown-runtime|libraries|shop)-[\w-]{8}\.(js|css)$/;

const first = firstLoad();
const isIn = (chunk: 'shop' | 'list' | 'product') => (id: string) =>
  appCode.test(id) && !alone.test(id) && first.chunkGroupOf(id) === chunk;
const isLate = (pattern: RegExp) => (id: string) =>
  pattern.test(id) && !alone.test(id) && !first.chunkGroupOf(id);

/**
 * Modules loaded together share one file: on a phone a request costs more than a few bytes needed on the
 * next page anyway. Messages stay separate, one file for each part of a language.
 */
const groups = [
  {
    name: 'libraries',
    test: /node_modules|\/app\/(platform\/(i18n\/(locale|text-context)|seo\/site-origin))/,
    priority: 4,
  },
  { name: 'shop', test: isIn('shop'), priority: 3 },
  { name: 'list', test: isIn('list'), priority: 3 },
  { name: 'product', test: isIn('product'), priority: 3 },
  { name: 'calls', test: isLate(inCalls), priority: 3 },
  { name: 'searches', test: isLate(inSearches), priority: 3 },
  ...Object.entries(under).map(([name, pattern]) => ({
    name,
    test: isLate(pattern),
    minShareCount: 2,
    priority: 2,
  })),
  ...Object.entries(laterChunks).map(([name, pattern], index, all) => ({
    name,
    test: isLate(pattern),
    minShareCount: 2,
    priority: (all.length - index) / all.length,
  })),
];

/**
 * Two bundles: the browser's, and the server's in one file with all dependencies, so that it is React's
 * production build regardless of NODE_ENV.
 */
export default defineConfig(({ command }) => ({
  // A web worker is a bundle of its own.
  worker: { format: 'es' as const, plugins: () => [withoutSchemas()] },
  plugins: [first.plugin, messages(), withoutSchemas(), tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    // A data: picture or font would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Files that every page loads at the start need no preload with each later part.
    modulePreload: {
      resolveDependencies: (_file, files) => files.filter((file) => !fromTheStart.test(file)),
    },
    // Maps languages to their message files; the server does not serve it.
    manifest: true,
  },
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
      ssr: {
        build: { rolldownOptions: { input: path.join(import.meta.dirname, 'server/rendering/render.ts') } },
        resolve: { noExternal: true as const },
      },
    },
  }),
}));
