import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messages } from './app/i18n/messages-plugin.ts';
import { firstLoad } from './first-load.ts';
import { withoutSchemas } from './without-schemas.ts';

/** A module that calls the API, and what is asked of it first; what searches are made of comes later. */
const inCalls =
  /\/(core\/src\/stock\/contract|storefront\/app\/(api\.ts|api-problem|stock\/ask-stock|pricing\/price-(sync|dates)))/;
const inSearches =
  /\/(core\/src\/search\/contract|storefront\/app\/catalogue\/(queries|cards|labels|extend-listing|listing-data))/;
/**
 * What several later rooms are made of: kept apart, because a room takes along whatever it imports and
 * nobody else has yet.
 */
const under = {
  choices:
    /\/core\/src\/(catalogue\/(?!choice-query)|pricing\/|stock\/)|\/app\/catalogue\/(configured|use-choices|parts)/,
  later:
    /\/app\/(ui|offline|stock|pricing|i18n)\/(?!needs|late-icon|task-|send-|stock-|cache|waiting|worker-voice)|\/app\/[\w-]+\.ts|\/app\/consent\/consents/,
};
/**
 * Rooms that a shopper comes to later, each in a file of its own. A room may take along what no room before
 * it has, so they stand in the order in which they know each other.
 */
const rooms = {
  accounts: /\/(core\/src\/accounts|storefront\/app\/(newsletter|consent|accounts))\/|\/app\/account-paths/,
  lists: /\/app\/(lists\/|stores\/store-(link|door)|ui\/late-icon|network\/(picture-button|show-pictures))/,
  content: /\/app\/content\//,
  cart: /\/(core\/src\/(cart|promotions)|storefront\/app\/(cart|buying))\//,
};
const ours = /\/(core\/src|storefront\/app)\//;
/** Whoever is loaded for itself stays by itself. */
const alone = /\/app\/(.*-page\.tsx|root\.tsx|entry\.|i18n\/needs)/;

const fromTheStart = /assets\/(rolldown-runtime|libraries|shop)-[\w-]{8}\.(js|css)$/;

const first = firstLoad();
const isIn = (room: 'shop' | 'list' | 'product') => (id: string) =>
  ours.test(id) && !alone.test(id) && first.roomOf(id) === room;
const isLate = (room: RegExp) => (id: string) => room.test(id) && !alone.test(id) && !first.roomOf(id);

/**
 * What is loaded together is one file: a request costs a phone more than a few bytes it will need on the
 * next page anyway. Messages stay apart, a file for each part of a language.
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
  ...Object.entries(under).map(([name, room]) => ({
    name,
    test: isLate(room),
    minShareCount: 2,
    priority: 2,
  })),
  ...Object.entries(rooms).map(([name, room], index, all) => ({
    name,
    test: isLate(room),
    minShareCount: 2,
    priority: (all.length - index) / all.length,
  })),
];

/**
 * Two bundles: the browser's, and the server's in one file with everything it needs inside, so that
 * it is React's production build whatever NODE_ENV says.
 */
export default defineConfig(({ command }) => ({
  // A thread is a bundle of its own.
  worker: { format: 'es' as const, plugins: () => [withoutSchemas()] },
  plugins: [first.plugin, messages(), withoutSchemas(), tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    // A data: picture or font would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // What every page has from the start need not be named with each part that is fetched later.
    modulePreload: {
      resolveDependencies: (_file, files) => files.filter((file) => !fromTheStart.test(file)),
    },
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
