import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { messageFileName, messages } from './app/platform/i18n/messages-plugin.ts';
import { type ChunkGroup, chunkGroups, groupedModules } from './build-tools/chunk-groups.ts';
import { serviceWorker } from './build-tools/development-worker-plugin.ts';
import { directImports } from './build-tools/direct-imports-plugin.ts';
import { inlineScripts } from './build-tools/inline-script-plugin.ts';
import { withoutSchemas } from './build-tools/strip-schemas-plugin.ts';

/** Modules that several later pages share; the other groups are in `build-tools/chunk-groups.ts`. */
const laterChunks = {
  later:
    /node_modules\/idb\/|\/core\/src\/(catalogue|pricing)\/|\/app\/(platform|pricing|stock|ui|network-tasks|catalogue)\/|\/app\/[\w-]+\.ts/,
  accounts: /\/core\/src\/accounts\/|\/app\/(newsletter|privacy|accounts)\//,
  lists: /\/app\/(lists|list-pages|stores|shell)\//,
  // The banners stay with the home page, which would load this chunk otherwise.
  content: /\/app\/content\/(?!components\/banner-views)/,
};
/** Routes stay separate; messages are one file for each group of parts and language. */
const alone =
  /node_modules\/(?!idb\/)|\/app\/(.*-page\.tsx|root\.tsx|entry\.|shell\/checkout-layout)|virtual:messages\/[\w-]+\/|\/parts\/home-messages/;

const fromTheStart = /assets\/(rolldown-runtime|libraries|shop)-[\w-]{8}\.(js|css)$/;

const { plugin: modules, chunkGroupOf } = groupedModules();
const isIn = (group: ChunkGroup) => (id: string) => !alone.test(id) && chunkGroupOf(id) === group;
const isLate = (pattern: RegExp) => (id: string) =>
  pattern.test(id) && !alone.test(id) && chunkGroupOf(id) === undefined;

/** A chunk also contains every module it imports that no earlier chunk has. */
const groups = [
  {
    name: 'libraries',
    test: /node_modules\/(?!idb\/)|\/app\/(platform\/(i18n\/(locale|text-context)|seo\/site-origin))/,
  },
  ...chunkGroups.map((name) => ({ name, test: isIn(name) })),
  ...Object.entries(laterChunks).map(([name, pattern]) => ({
    ...{ name, test: isLate(pattern), minShareCount: 2 },
  })),
].map((group, index, all) => ({ ...group, priority: all.length - index }));

const chunkFileNames = ({ facadeModuleId }: { facadeModuleId?: string | null }) =>
  messageFileName(facadeModuleId ?? '') ?? 'assets/[name]-[hash].js';

/**
 * Two bundles: the browser's, and the server's in one file with all dependencies, so that it is React's
 * production build regardless of NODE_ENV.
 */
export default defineConfig(({ command }) => ({
  // Dependencies prepared for `npm run dev`; installed packages stay as they are.
  cacheDir: path.join(import.meta.dirname, '../.cache/vite'),
  // Otherwise found at the first page, which then reloads.
  optimizeDeps: { include: ['idb'] },
  // A web worker is a bundle of its own.
  worker: { format: 'es' as const, plugins: () => [withoutSchemas()] },
  plugins: [
    ...[modules, messages(), inlineScripts(), withoutSchemas(), tailwindcss(), reactRouter()],
    ...[directImports(), serviceWorker()],
  ],
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
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } } } },
      ssr: {
        build: {
          // Names the sources in the stack traces of the log; browsers get no file of this bundle.
          sourcemap: true,
          rolldownOptions: {
            input: path.join(import.meta.dirname, 'server/rendering/render.ts'),
            output: { sourcemapExcludeSources: true },
          },
        },
        resolve: { noExternal: true as const },
      },
    },
  }),
}));
