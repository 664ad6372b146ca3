import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setSourceMapsSupport } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { locales } from '@fynbos/core/shop.ts';
import type { StoreViewAddress } from '@fynbos/core/store-views.ts';
import { type Switches, standardSwitches } from '@fynbos/core/switches.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Travel } from '../app/platform/api/api-settings.ts';
import { recordCachedPages } from './cached-page-response.ts';
import { readClientFiles } from './http/client-files.ts';
import { inProcessApi } from './http/in-process-api.ts';
import { type RetainedBuilds, retainBuild, retainedBuildsIn } from './http/retained-builds.ts';
import { viewsAt } from './http/store-view-routing.ts';
import { addressesOf, type OutsideParts, originsOf } from './http/third-party-origins.ts';
import { DocumentCache } from './page-cache/document-cache.ts';
import type { SharedPages } from './page-cache/shared-page-cache.ts';
import { announcedName, PageMaker } from './page-renderer.ts';
import type { Renderer } from './rendering/render.ts';
import { RenderQueue, type RenderQueueLimits } from './rendering/render-queue.ts';
import { firstThisMinute, handleStorefrontRequest } from './request-handler.ts';
import { sendPlain } from './send-response.ts';

export interface StorefrontOptions {
  /** Address of the API, as this server reaches it: `http://127.0.0.1:3000`. */
  apiUrl: string;
  /** Address of the API, as a browser reaches it; omitted when it is the shop's own address. */
  publicApiUrl?: string;
  /** The shop's public scheme and host; if omitted, they are taken from each request. */
  publicUrl?: string;
  /** Whether proxies are trusted to report the scheme of a request; false if omitted. */
  hasProxies?: boolean;
  /** The address of each store view, the default one first; omitted for a single view (switch "multistore"). */
  places?: readonly StoreViewAddress[];
  /** Names the shop on every API call (spec D8). */
  partitionKey?: string;
  /** The minimum number of letters of a name; 2 if omitted. */
  shortestName?: number;
  /** Whether filters of lists are in the path of the page; in the query if omitted. */
  filtersInPath?: boolean;
  /** How often a refused cart is replaced by a guest cart. */
  cartBypassLimit?: number;
  /** Address of an external checkout (SHELL-3). */
  checkoutUrl?: string;
  /** The shop's contact mail address, as shown on pages. */
  contactMail?: string;
  /** Origin of the card provider's fields; if omitted, no page may show any. */
  cardOrigin?: string;
  /** Tag manager and chat, if the operator configured them. */
  outside?: OutsideParts;
  /** The operator's switches; defaults apply if omitted. */
  switches?: Switches;
  /** The output folder of `npm run build`. */
  build?: string;
  /**
   * The folder in which this and other versions keep the files of their builds; if omitted, only the files of
   * this build are served.
   */
  retainedBuilds?: string;
  /**
   * Loads the current renderer for each page, during development: pages come from the sources, and files
   * from Vite. The policy then allows inline styles, by which Vite replaces a style sheet in an open page.
   */
  loadRenderer?: () => Promise<Renderer>;
  /** Bounds of the pages that are rendered at once and wait, where they differ from the standard ones. */
  renderLimits?: Partial<RenderQueueLimits>;
  /** The same of posted forms. */
  formLimits?: Partial<RenderQueueLimits>;
  /** Whether anonymous pages are cached in memory (switch "output cache"). */
  cache: boolean;
  /** Maximum size of the page cache in bytes; 64 MB by default. */
  cacheBytes?: number;
  /** Pages shared between several storefronts; if omitted, this one renders all of them itself. */
  shared?: SharedPages;
  /** Whether invalidations are being received; always true if the API is in this process. */
  isCurrent?: () => boolean;
  /** Multiplies the time limits of API calls. */
  timeoutScale?: number;
  /** Whether responses list the tags of their page, for a proxy that caches pages. */
  tagsHeader?: boolean;
  /** How long pages may be cached; 86400 s by default (spec commerce 9). */
  cacheSeconds?: number;
}

/** The mounted storefront, for code that changes the content of its pages. */
export interface Storefront {
  /**
   * Invalidates every cached page with one of these tags (`P12`, `C3`, `product`, `home`), or all pages.
   * @returns how many
   */
  invalidate(tags: ForgottenTags): number;
  /** How many pages are cached, and their size in bytes. */
  cacheSize(): { pages: number; bytes: number };
}

const ownBuild = path.join(import.meta.dirname, '../build');
const largestForm = 64 * 1024;
/** A proxy waits for a page for a minute; the page of a busy shop loads again before. */
const renderLimits: RenderQueueLimits = {
  concurrency: 2 * availableParallelism(),
  slotTimeoutMs: 1000,
  queueTimeoutMs: 30_000,
  maxQueued: 2000,
};
const mebibyte = 1024 * 1024;

/**
 * Serves the shop's pages and files on every address that the API does not handle itself.
 * @throws when the storefront has not been built
 */
export async function mountStorefront(app: FastifyInstance, options: StorefrontOptions): Promise<Storefront> {
  const { build = ownBuild, publicUrl, publicApiUrl = '', loadRenderer } = options;
  // An API in this process declares it.
  const { visitorSecret } = app as { visitorSecret?: string };
  const api = visitorSecret === undefined ? undefined : inProcessApi(app, options.apiUrl);
  // During development, no file is built.
  const { render, busyPage, lateParts } = loadRenderer
    ? { ...latestRenderer(loadRenderer, options), lateParts: undefined }
    : configured(await builtRenderer(build), options, api?.travel);
  const { cacheBytes = 64 * mebibyte, cacheSeconds = 86_400 } = options;
  const cache = new DocumentCache({ bytes: cacheBytes, seconds: cacheSeconds });
  const pages = new PageMaker({
    render,
    queue: new RenderQueue({ ...renderLimits, ...options.renderLimits }),
    formQueue: new RenderQueue({ ...renderLimits, ...options.formLimits }),
    cache: options.cache ? cache : undefined,
    tagsHeader: options.tagsHeader ?? false,
    shared: options.shared,
    isCurrent: options.isCurrent ?? (() => true),
    apiOrigin: publicApiUrl && new URL(publicApiUrl).origin,
    cardOrigin: options.cardOrigin ?? '',
    outside: originsOf(options.outside),
    preload: lateParts ? await filesAhead(build, lateParts) : new Map(),
    inlineStyles: loadRenderer !== undefined,
  });
  const show = viewsAt(options.places ?? [], publicUrl);
  const files = loadRenderer ? new Map() : await readClientFiles(path.join(build, 'client'));
  const retainedBuilds = await openRetainedBuilds(app, options, path.join(build, 'client'));
  const { contactMail, hasProxies = false } = options;
  const handlerContext = {
    ...{ files, retainedBuilds, pages, busyPage, show, visitorSecret, contactMail, hasProxies },
    isFirstThisMinute: firstThisMinute(),
  };

  await app.register(async (scope) => {
    acceptRawForms(scope);
    scope.setErrorHandler(sendFailure);
    recordCachedPages(scope);
    scope.all('/*', (request, reply) => handleStorefrontRequest(handlerContext, request, reply));
  });
  return {
    invalidate(tags) {
      api?.forget();
      return tags === '*' ? cache.clear() : cache.invalidate(tags);
    },
    cacheSize: () => cache.size,
  };
}

/** Adds this build to the kept ones. A folder that cannot be written is no reason not to start. */
async function openRetainedBuilds(
  app: FastifyInstance,
  { retainedBuilds, loadRenderer }: StorefrontOptions,
  client: string,
): Promise<RetainedBuilds | undefined> {
  if (retainedBuilds === undefined || loadRenderer) return undefined;
  await retainBuild(retainedBuilds, client, Date.now()).catch((error) =>
    app.log.warn(
      { err: error, folder: retainedBuilds },
      'the files of this build cannot be kept for later versions',
    ),
  );
  return retainedBuildsIn(retainedBuilds);
}

async function builtRenderer(build: string): Promise<Renderer> {
  const bundle = path.join(build, 'server/index.js');
  if (!existsSync(bundle)) {
    throw new Error(`The storefront is not built: ${bundle} is missing. Run npm run build.`);
  }
  // Stack traces name the sources of the bundle. Maps of packages would only cost memory.
  setSourceMapsSupport(true, { nodeModules: false });
  // The build exports what `entry.server.tsx` does.
  return (await import(pathToFileURL(bundle).href)) as Renderer;
}

/** Renders each page with the latest sources. A changed source makes a new renderer, without settings. */
function latestRenderer(
  loadRenderer: () => Promise<Renderer>,
  options: StorefrontOptions,
): Pick<Renderer, 'render' | 'busyPage'> {
  const latest = async () => configured(await loadRenderer(), options);
  return {
    render: async (request, visit) => (await latest()).render(request, visit),
    busyPage: async (request, view) => (await latest()).busyPage(request, view),
  };
}

function configured(renderer: Renderer, options: StorefrontOptions, travel?: Travel): Renderer {
  const {
    apiUrl,
    publicApiUrl = '',
    partitionKey = 'za',
    switches = standardSwitches,
    shortestName,
    filtersInPath,
    cartBypassLimit,
    checkoutUrl,
    contactMail,
    cardOrigin,
    outside,
    timeoutScale,
  } = options;
  renderer.configure({
    base: apiUrl,
    publicBase: publicApiUrl,
    partitionKey,
    switches,
    shortestName,
    filtersInPath,
    cartBypassLimit,
    checkoutUrl,
    contactMail,
    cardOrigin,
    outside: addressesOf(outside),
    timeoutScale,
    ...(travel && { travel }),
  });
  return renderer;
}

/**
 * A `Link` header for each message file and each view, by part and language (`shop/de-DE`) and by module:
 * browsers load them in parallel with the scripts.
 * @throws when the build has no file of a part that pages announce
 */
async function filesAhead(build: string, lateParts: readonly string[]): Promise<Map<string, string>> {
  const manifest = path.join(build, 'client/.vite/manifest.json');
  // Vite wrote this file in the same build.
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Chunks;
  const messages = Object.entries(chunks).filter(([source]) => source.includes('virtual:messages/'));
  const views = Object.entries(chunks).filter(([source]) => source.startsWith('app/'));
  const files = new Map([
    ...messages.map(
      ([source, chunk]) => [source.split('virtual:messages/')[1] ?? '', ahead(chunk, chunks)] as const,
    ),
    ...views.map(([source, chunk]) => [source.slice('app/'.length), ahead(chunk, chunks)] as const),
  ]);
  const missing = lateParts.filter((part) =>
    locales.some((language) => !files.has(announcedName(part, language))),
  );
  if (missing.length > 0)
    throw new Error(
      `The build of the storefront has no file of ${missing.join(', ')}, which pages announce.`,
    );
  return files;
}

type Chunks = Record<string, { file: string; imports?: string[] }>;

/** A chunk and its imports, without those that the page loads first anyway. */
function ahead(chunk: Chunks[string], chunks: Chunks): string {
  const first = Object.entries(chunks).find(([source]) => source.includes('entry.client'))?.[1].imports ?? [];
  const needed = (chunk.imports ?? []).filter((name) => !first.includes(name));
  const files = [chunk, ...needed.flatMap((name) => chunks[name] ?? [])].map(({ file }) => file);
  return files.map((file) => `</${file}>; rel=modulepreload; fetchpriority=low`).join(', ');
}

/** Form bodies are passed to the page's action unparsed; React Router parses them. */
function acceptRawForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, payload, done) =>
    done(null, payload),
  );
}

function sendFailure(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error(error);
  return sendPlain(reply, status, status < 500 ? error.message : 'Internal Server Error 500');
}
