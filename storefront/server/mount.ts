import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Place } from '@fynbos/core/store-views.ts';
import { type Switches, standardSwitches } from '@fynbos/core/switches.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answer.ts';
import { readClientFiles } from './client-files.ts';
import { DocumentCache } from './document-cache.ts';
import { addressesOf, type OutsideParts, originsOf } from './outside.ts';
import { PageMaker } from './page-maker.ts';
import type { Renderer } from './render.ts';
import { sendPlain } from './send.ts';
import type { SharedPages } from './shared-pages.ts';
import { viewsAt } from './store-views.ts';

export interface StorefrontOptions {
  /** Where the API answers, as this server reaches it: `http://127.0.0.1:3000`. */
  apiUrl: string;
  /** Where the API answers, as a browser reaches it; left out when it is the shop's own address. */
  publicApiUrl?: string;
  /** The shop's address as visitors type it, scheme and host; left out, each request tells. */
  publicUrl?: string;
  /** Where each store view is, the default one first; left out, there is no other (switch "multistore"). */
  places?: readonly Place[];
  /** Names the shop on every call (decision 8). */
  partitionKey?: string;
  /** Where shoppers pay when that is not here (SHELL-3). */
  checkoutUrl?: string;
  /** Where letters reach the shop, as pages name it. */
  contactMail?: string;
  /** Where the card provider's fields come from, as an origin; left out, no page may show any. */
  cardOrigin?: string;
  /** Tag manager and chat, where the operator has them. */
  outside?: OutsideParts;
  /** What the operator switched; the defaults unless said otherwise. */
  switches?: Switches;
  /** The folder `npm run build` wrote. */
  build?: string;
  /** Whether anonymous pages are kept in memory (switch "output cache"). */
  cache: boolean;
  /** How much memory they may take; 64 MB unless said otherwise. */
  cacheBytes?: number;
  /** Pages that other storefronts share with this one; left out, it makes all of them by itself. */
  shared?: SharedPages;
  /** Whether it is heard of what changes; always, where the API is in this process. */
  isCurrent?: () => boolean;
  /** How long they may be kept; 86400 s unless said otherwise (commerce 9). */
  cacheSeconds?: number;
}

/** The mounted storefront, for those who change what its pages show. */
export interface Storefront {
  /** Forgets every kept page that shows one of these (`P12`, `C3`, `product`, `home`), or all of them; returns how many. */
  invalidate(tags: ForgottenTags): number;
  /** How many pages are kept, and how many bytes they take. */
  kept(): { pages: number; bytes: number };
}

const ownBuild = path.join(import.meta.dirname, '../build');
const largestForm = 64 * 1024;
const mebibyte = 1024 * 1024;

/**
 * Serves the shop's pages and files on every address that the API does not answer itself.
 * Throws when the storefront has not been built.
 */
export async function mountStorefront(app: FastifyInstance, options: StorefrontOptions): Promise<Storefront> {
  const { build = ownBuild, publicUrl, publicApiUrl = '' } = options;
  const { render } = await openRenderer(build, options);
  const { cacheBytes = 64 * mebibyte, cacheSeconds = 86_400 } = options;
  const cache = new DocumentCache({ bytes: cacheBytes, seconds: cacheSeconds });
  const pages = new PageMaker({
    render,
    cache: options.cache ? cache : undefined,
    shared: options.shared,
    isCurrent: options.isCurrent ?? (() => true),
    apiOrigin: publicApiUrl && new URL(publicApiUrl).origin,
    cardOrigin: options.cardOrigin ?? '',
    outside: originsOf(options.outside),
    preload: await filesAhead(build),
  });
  const show = viewsAt(options.places ?? [], publicUrl);
  const shelf = { files: await readClientFiles(path.join(build, 'client')), pages, show };

  await app.register(async (scope) => {
    takeFormsAsTheyCome(scope);
    scope.addHook('onRequest', async (request) => {
      // An API beside us counts tries for the visitor, not for this server.
      const { visitorSecret } = app as { visitorSecret?: string };
      const { ip } = request;
      if (visitorSecret) request.headers['x-visitor'] = `${visitorSecret} ${ip}`;
      // One elsewhere believes this server as it believes a proxy, and this server believes its own proxies only.
      request.headers['x-forwarded-for'] = ip;
      // What a page asks the API goes under the page's own name, so that one visit can be followed.
      request.headers['x-request-id'] = request.id;
    });
    scope.setErrorHandler(answerFailure);
    scope.all('/*', (request, reply) => answer(shelf, request, reply));
  });
  return {
    invalidate: (tags) => (tags === '*' ? cache.clear() : cache.invalidate(tags)),
    kept: () => cache.size,
  };
}

async function openRenderer(build: string, options: StorefrontOptions): Promise<Renderer> {
  const bundle = path.join(build, 'server/index.js');
  if (!existsSync(bundle)) {
    throw new Error(`The storefront is not built: ${bundle} is missing. Run npm run build.`);
  }
  const renderer = (await import(pathToFileURL(bundle).href)) as Renderer;
  const {
    apiUrl,
    publicApiUrl = '',
    partitionKey = 'za',
    switches = standardSwitches,
    checkoutUrl,
    contactMail,
    cardOrigin,
    outside,
  } = options;
  renderer.configure({
    base: apiUrl,
    publicBase: publicApiUrl,
    partitionKey,
    switches,
    checkoutUrl,
    contactMail,
    cardOrigin,
    outside: addressesOf(outside),
  });
  return renderer;
}

/**
 * Each file of messages and each view as a `Link` header, by part and language (`shop/de-DE`) and by
 * module: the browser fetches them beside the scripts, not after.
 */
async function filesAhead(build: string): Promise<Map<string, string>> {
  const manifest = path.join(build, 'client/.vite/manifest.json');
  if (!existsSync(manifest)) return new Map();
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Chunks;
  const messages = Object.entries(chunks).filter(([source]) => source.includes('virtual:messages/'));
  const views = Object.entries(chunks).filter(([source]) => source.startsWith('app/'));
  return new Map([
    ...messages.map(
      ([source, chunk]) => [source.split('virtual:messages/')[1] ?? '', ahead(chunk, chunks)] as const,
    ),
    ...views.map(([source, chunk]) => [source.slice('app/'.length), ahead(chunk, chunks)] as const),
  ]);
}

type Chunks = Record<string, { file: string; imports?: string[] }>;

/** A chunk and what it needs, without what the page fetches first of all. */
function ahead(chunk: Chunks[string], chunks: Chunks): string {
  const first = Object.entries(chunks).find(([source]) => source.includes('entry.client'))?.[1].imports ?? [];
  const needed = (chunk.imports ?? []).filter((name) => !first.includes(name));
  const files = [chunk, ...needed.flatMap((name) => chunks[name] ?? [])].map(({ file }) => file);
  return files.map((file) => `</${file}>; rel=modulepreload; fetchpriority=low`).join(', ');
}

/** Forms reach the page's action unread; React Router reads them. */
function takeFormsAsTheyCome(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, payload, done) =>
    done(null, payload),
  );
}

function answerFailure(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error(error);
  return sendPlain(reply, status, status < 500 ? error.message : 'Internal Server Error 500');
}
