import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messages } from './app/i18n/messages-plugin.ts';
import { firstLoad } from './first-load.ts';
import { withoutSchemas } from './without-schemas.ts';

/** Modules that call the API and those needed by the first calls; search modules load later. */
const inCalls =
  /\/(core\/src\/stock\/contract|storefront\/app\/(api\.ts|api-problem|stock\/ask-stock|pricing\/price-(sync|dates)))/;
const inSearches =
  /\/(core\/src\/search\/contract|storefront\/app\/catalogue\/(queries|cards|labels|extend-listing|listing-data))/;
/**
 * Modules shared by several later chunks. They are separate, because a chunk also contains every module it
 * imports that no earlier chunk has.
 */
const under = {
  choices:
    /\/core\/src\/(catalogue\/(?!choice-query)|pricing\/|stock\/)|\/app\/catalogue\/(configured|use-choices|parts)/,
  later:
    /\/app\/(ui|offline|stock|pricing|i18n)\/(?!needs|late-icon|task-|send-|stock-|cache|waiting|worker-voice)|\/app\/[\w-]+\.ts|\/app\/consent\/consents/,
};
/**
 * Chunks that a shopper needs later, each in a file of its own. A chunk may contain modules that no earlier
 * chunk has, so they are listed in order of their dependencies.
 */
const laterChunks = {
  accounts: /\/(core\/src\/accounts|storefront\/app\/(newsletter|consent|accounts))\/|\/app\/account-paths/,
  lists: /\/app\/(lists\/|stores\/store-(link|door)|ui\/late-icon|network\/(picture-button|show-pictures))/,
  content: /\/app\/content\//,
  cart: /\/(core\/src\/(cart|promotions)|storefront\/app\/(cart|buying))\//,
};
const appCode = /\/(core\/src|storefront\/app)\//;
/** Modules that are loaded on their own stay separate. */
const alone = /\/app\/(.*-page\.tsx|root\.tsx|entry\.|i18n\/needs)/;

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
    test: /node_modules|\/app\/i18n\/(locale|text-context)|\/app\/seo\/origin/,
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
        build: { rolldownOptions: { input: path.join(import.meta.dirname, 'server/render.ts') } },
        resolve: { noExternal: true as const },
      },
    },
  }),
}));
