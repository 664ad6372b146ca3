import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import { injectManifest } from '@serwist/build';
import { build } from 'vite';
import { readCatalogue } from '../app/platform/i18n/messages-plugin.ts';

const name = 'service-worker.js';

/** Bundles the service worker into the browser's build, and injects the list of the build's files into it. */
export async function buildWorker(client: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-worker-'));
  try {
    await bundle(folder);
    await injectManifest({
      swSrc: path.join(folder, name),
      swDest: path.join(client, name),
      globDirectory: client,
      globPatterns: ['assets/*.{js,css}', 'assets/figtree-latin-wght-*.woff2', 'favicon.svg', 'icon-192.png'],
      // The name of such a file changes whenever its content changes.
      dontCacheBustURLsMatching: /^assets\//,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The service worker of the current sources. During development there are no built files that it could cache. */
export async function developmentWorker(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-worker-'));
  try {
    await bundle(folder, { 'self.__SW_MANIFEST': '[]' });
    return await readFile(path.join(folder, name), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function bundle(outDir: string, define: Record<string, string> = {}): Promise<void> {
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    publicDir: false,
    logLevel: 'warn',
    define: {
      __WORDS__: JSON.stringify(fallbackPageMessages()),
      'process.env.NODE_ENV': '"production"',
      ...define,
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      minify: true,
      lib: {
        entry: 'service-worker/service-worker.ts',
        formats: ['iife'],
        name: 'fynbosWorker',
        fileName: () => name,
      },
    },
  });
}

/** The texts of the offline fallback page: the worker has no other texts. */
function fallbackPageMessages(): Record<string, Record<string, string>> {
  const messageIds = ['title', 'retry', 'home', 'stillThere', 'seen', 'pageMissing'].map(
    (word) => `offline.${word}`,
  );
  const english = readCatalogue('en-US');
  return Object.fromEntries(
    locales.map((locale) => {
      const messages = { ...english, ...readCatalogue(locale) };
      // The standard language has every message.
      return [locale, Object.fromEntries(messageIds.map((id) => [id, messages[id]!]))];
    }),
  );
}
