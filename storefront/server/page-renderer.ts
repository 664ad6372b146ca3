import { randomBytes } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/diagnostics-channels.ts';
import { normalPath, orderPayPath } from '../app/paths.ts';
import type { CurrentStoreView } from '../app/platform/api/api-settings.ts';
import { isPageWithoutThirdParties } from '../app/platform/consent/pages-without-third-parties.ts';
import { messageFileOf } from '../app/platform/i18n/message-files.ts';
import { isLowData } from '../app/platform/network/data-use.ts';
import { compressed, forStorage, unpacked } from './http/compression.ts';
import type { OutsideOrigins } from './http/third-party-origins.ts';
import { type CacheKey, CacheKeyCache, type PageRequest } from './page-cache/cache-key.ts';
import { pageKindHeader, tagsHeaderValue } from './page-cache/cache-tags.ts';
import type { DocumentCache } from './page-cache/document-cache.ts';
import { isWholePage, type Page, readPage } from './page-cache/page.ts';
import type { SharedPages } from './page-cache/shared-page-cache.ts';
import type { Renderer } from './rendering/render.ts';
import type { RenderQueue } from './rendering/render-queue.ts';

export interface PageMakerOptions {
  render: Renderer['render'];
  /** Bounds how many pages are rendered at once. */
  queue: RenderQueue;
  /** The same for posted forms, which change something: they do not wait for pages. */
  formQueue: RenderQueue;
  /** Omitted when pages are not cached. */
  cache?: DocumentCache;
  /** Whether responses list the tags of their page. */
  tagsHeader: boolean;
  /** Pages rendered by other storefronts. */
  shared?: SharedPages | undefined;
  /** Whether invalidations are being received; otherwise a page is cached for a second. */
  isCurrent: () => boolean;
  /** The API's origin as a browser sees it, when it is not the shop's own. */
  apiOrigin: string;
  /** The card provider's origin, allowed only on the card payment page. */
  cardOrigin: string;
  /** Tag manager and chat, on every page except those closed to third parties. */
  outside: OutsideOrigins;
  /** `Link` header value by message part and language (`shop/de-DE`), or by module of a deferred part. */
  preload: ReadonlyMap<string, string>;
  /** Whether documents may contain inline styles; only during development. */
  inlineStyles?: boolean;
}

/** The data and callbacks of the request that a page is rendered for. */
export interface Visitor {
  /** The request with another address and another abort signal. */
  request(address: string, signal: AbortSignal): Request;
  /** The current store view, in multistore. */
  currentView: CurrentStoreView | undefined;
  /** Aborts when the visitor disconnects. */
  left: AbortSignal;
  report(error: unknown): void;
  /** Receives the reason why a page does not exist. */
  note?(reason: string, refused?: string): void;
}

/**
 * How long a page is cached without invalidations: visitors of a busy shop still share pages, and changes
 * appear within this time.
 */
const unheardSeconds = 1;

const rendering = tracingChannel<Step>(stepChannels.page);

/** Renders pages: once for all visitors if possible, for a single visitor otherwise. */
export class PageMaker {
  readonly #options: PageMakerOptions;
  readonly #keys = new CacheKeyCache();
  readonly #beingMade = new Map<string, Promise<Page | Response>>();

  constructor(options: PageMakerOptions) {
    this.#options = options;
  }

  /** Whether pages are cached at all. */
  get hasCache(): boolean {
    return this.#options.cache !== undefined;
  }

  /** The cache key of a shared page; undefined when the page is for this visitor alone. */
  keyOf(pageRequest: PageRequest): CacheKey | undefined {
    return this.#options.cache && this.#keys.of(pageRequest);
  }

  /** The page, if it is cached. */
  find({ key }: CacheKey): Page | undefined {
    return this.#options.cache?.get(key, Date.now());
  }

  /**
   * A page that is ready to send, or a response to stream.
   * @throws Problem unavailable when too many pages are being rendered
   */
  async make(url: string, key: CacheKey | undefined, visitor: Visitor): Promise<Page | Response> {
    const { cache } = this.#options;
    if (cache && key) return this.#makeForAll(cache, key, visitor);
    return this.#render(url, visitor, visitor.left);
  }

  /** Concurrent requests for the same page wait for one rendering. */
  async #makeForAll(cache: DocumentCache, key: CacheKey, visitor: Visitor): Promise<Page | Response> {
    const pending = this.#beingMade.get(key.key);
    const making = pending ?? this.#renderAndStore(cache, key, visitor);
    if (!pending) {
      this.#beingMade.set(key.key, making);
      making.finally(() => this.#beingMade.delete(key.key)).catch(() => {});
    }
    const made = await making;
    // A streaming response can be read once; the other requests render their own.
    return pending && !('bodies' in made) ? this.#render(key.url, visitor, visitor.left) : made;
  }

  async #renderAndStore(cache: DocumentCache, key: CacheKey, visitor: Visitor): Promise<Page | Response> {
    const { isCurrent } = this.#options;
    // Addresses with a query are unlimited in number, and hardly two visitors request the same one.
    const shared = key.url.includes('?') ? undefined : this.#options.shared;
    const before = cache.changes;
    const wasCurrent = isCurrent();
    const sharedEntry = await shared?.find(key.key);
    // Not aborted when this visitor disconnects: other visitors may be waiting for the page by then.
    const made = sharedEntry?.page ?? (await this.#render(key.url, visitor, new AbortController().signal));
    if (!('bodies' in made) || !isCacheablePage(made)) return made;
    const page = sharedEntry?.page ?? (await compressPage(made));
    // Its content changed during rendering: send it, but do not cache it.
    if (cache.hasChanged(page.tags, before)) return page;
    const mayBeOld = !wasCurrent || !isCurrent();
    cache.set(key.key, page, Date.now(), mayBeOld ? unheardSeconds : undefined);
    if (!sharedEntry?.page) sharedEntry?.store(page);
    return page;
  }

  async #render(address: string, visitor: Visitor, signal: AbortSignal): Promise<Page | Response> {
    const { queue, formQueue, render, apiOrigin, cardOrigin, outside, preload, inlineStyles, tagsHeader } =
      this.#options;
    const scriptNonce = randomBytes(16).toString('base64url');
    const { report, note, currentView } = visitor;
    const request = visitor.request(address, signal);
    const low = isLowData(request.headers.get('cookie') ?? '', request.headers.get('save-data'));
    const step = { name: 'render' };
    const renderNow = () =>
      rendering.tracePromise(async () => {
        const made = await render(request, { scriptNonce, report, note, currentView });
        step.name = `render ${made.headers.get(pageKindHeader) ?? 'other'}`;
        return made;
      }, step);
    const response = await (request.method === 'POST' ? formQueue : queue).run(renderNow);
    if (!isWholePage(response)) return response;
    // The parsed address: the router matches `/x/../order/pay` as `/order/pay`.
    const { pathname: parsedPath, search } = new URL(request.url);
    const pathname = parsedPath.slice(currentView?.prefix.length ?? 0).replace(/^(?!\/)/, '/');
    const path = pathname + search;
    const card = normalPath(pathname) === orderPayPath ? cardOrigin : '';
    const origins = {
      api: apiOrigin,
      card,
      inlineStyles,
      ...(!isPageWithoutThirdParties(pathname) && { outside }),
    };
    const page = await readPage(response, { path, nonce: scriptNonce, origins, low });
    const ahead = namesAhead(page).flatMap((name) => preload.get(name) ?? []);
    if (ahead.length > 0) page.headers.link = ahead.join(', ');
    if (this.hasCache && tagsHeader && page.tags.length > 0)
      page.headers['x-vs-cache-tags'] = tagsHeaderValue(page.tags);
    return page;
  }
}

/** The page in its smallest encodings, for many readers. */
async function compressPage(page: Page): Promise<Page> {
  return { ...page, bodies: forStorage(await compressed(await unpacked(page.bodies), 7)) };
}

/** The parts that a browser should preload: its messages and the deferred parts. */
function namesAhead({ headers, latePart = '' }: Page): string[] {
  const language = headers['content-language'] ?? '';
  return ['messages/shop', ...latePart.split(' ')].map((part) => announcedName(part, language));
}

/** The name of a deferred part among the files to preload; `messages/account` names a message part. */
export function announcedName(part: string, language: string): string {
  const [, messages] = /^messages\/(.+)/.exec(part) ?? [];
  return messages === undefined ? part : `${messageFileOf(messages)}/${language}`;
}

/** Cacheable pages are the same for every visitor and have tags by which they can be invalidated. */
function isCacheablePage({ status, cookies, tags, headers }: Page): boolean {
  const secret = /no-store|private/.test(headers['cache-control'] ?? '');
  return status === 200 && cookies.length === 0 && tags.length > 0 && !secret;
}
