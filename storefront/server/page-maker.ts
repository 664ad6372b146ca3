import { randomBytes } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/steps.ts';
import type { Here } from '../app/api-settings.ts';
import { isClosed } from '../app/closed-pages.ts';
import { isLowData } from '../app/data-use.ts';
import { orderPayPath } from '../app/paths.ts';
import { type Asked, type CacheKey, KeptKeys } from './cache-key.ts';
import { pageKindHeader, tagsLine } from './cache-tags.ts';
import { compressed, forKeeping, unpacked } from './compress.ts';
import type { DocumentCache } from './document-cache.ts';
import type { OutsideOrigins } from './outside.ts';
import { isWhole, type Page, readPage } from './page.ts';
import type { Renderer } from './render.ts';
import type { SharedPages } from './shared-pages.ts';

export interface PageMakerOptions {
  render: Renderer['render'];
  /** Left out when pages are not kept. */
  cache?: DocumentCache;
  /** What other storefronts made already. */
  shared?: SharedPages | undefined;
  /** Whether it is heard of what changes; while it is not, a page is kept for a second. */
  isCurrent: () => boolean;
  /** The API's origin as a browser sees it, when it is not the shop's own. */
  apiOrigin: string;
  /** The card provider's, whose fields stand on the page where a card is paid with, and on no other. */
  cardOrigin: string;
  /** Tag manager and chat, on every page but those that are closed to others. */
  outside: OutsideOrigins;
  /** Part of the messages and language (`shop/de-DE`), or module of a late part, to `Link` header value. */
  preload: ReadonlyMap<string, string>;
}

/** What making a page needs of the visit it is made for. */
export interface Visitor {
  /** The request with another address and another end. */
  request(address: string, signal: AbortSignal): Request;
  /** The store view that is shown, in multistore. */
  here: Here | undefined;
  /** Ends when the visitor leaves. */
  left: AbortSignal;
  report(error: unknown): void;
  /** Told why there is no such page. */
  note?(reason: string): void;
}

/** As long as a change may take to be on every page: so visitors of a busy shop share a page that nobody says is old. */
const unheardSeconds = 1;

const rendering = tracingChannel<Step>(stepChannels.page);

/** Makes pages: once for everybody where that is right, for this visitor alone otherwise. */
export class PageMaker {
  readonly #options: PageMakerOptions;
  readonly #keys = new KeptKeys();
  readonly #beingMade = new Map<string, Promise<Page | Response>>();

  constructor(options: PageMakerOptions) {
    this.#options = options;
  }

  /** Whether pages are kept at all. */
  get keeps(): boolean {
    return this.#options.cache !== undefined;
  }

  /** Where a page for everybody is kept; undefined when the page is for this visitor alone. */
  keyOf(asked: Asked): CacheKey | undefined {
    return this.#options.cache && this.#keys.of(asked);
  }

  /** The page, when it is kept. */
  find({ key }: CacheKey): Page | undefined {
    return this.#options.cache?.get(key, Date.now());
  }

  /** A page that is ready to send, or an answer to stream through. */
  async make(url: string, key: CacheKey | undefined, visitor: Visitor): Promise<Page | Response> {
    const { cache } = this.#options;
    if (cache && key) return this.#makeForAll(cache, key, visitor);
    return this.#render(url, visitor, visitor.left);
  }

  /** Visitors who ask for the same page while it is made wait for the one rendering. */
  async #makeForAll(cache: DocumentCache, key: CacheKey, visitor: Visitor): Promise<Page | Response> {
    const underWay = this.#beingMade.get(key.key);
    const making = underWay ?? this.#renderAndKeep(cache, key, visitor);
    if (!underWay) {
      this.#beingMade.set(key.key, making);
      making.finally(() => this.#beingMade.delete(key.key)).catch(() => {});
    }
    const made = await making;
    // A streaming answer can be read once; the others make their own.
    return underWay && !('bodies' in made) ? this.#render(key.url, visitor, visitor.left) : made;
  }

  async #renderAndKeep(cache: DocumentCache, key: CacheKey, visitor: Visitor): Promise<Page | Response> {
    const { isCurrent } = this.#options;
    // Of addresses with a question there is no end, and hardly two visitors have the same.
    const shared = key.url.includes('?') ? undefined : this.#options.shared;
    const before = cache.changes;
    const wasCurrent = isCurrent();
    const found = await shared?.find(key.key);
    // Not ended by this visitor's leaving: others may be waiting for the page by then.
    const made = found?.page ?? (await this.#render(key.url, visitor, new AbortController().signal));
    if (!('bodies' in made) || !mayBeKept(made)) return made;
    const page = found?.page ?? (await packed(made));
    // What it shows changed while it was made: send it, but let the next visitor have a fresh one.
    if (cache.hasChanged(page.tags, before)) return page;
    const mayBeOld = !wasCurrent || !isCurrent();
    cache.set(key.key, page, Date.now(), mayBeOld ? unheardSeconds : undefined);
    if (!found?.page) found?.keep(page);
    return page;
  }

  async #render(address: string, visitor: Visitor, signal: AbortSignal): Promise<Page | Response> {
    const { render, apiOrigin, cardOrigin, outside, preload } = this.#options;
    const scriptMark = randomBytes(16).toString('base64url');
    const { report, note, here } = visitor;
    const request = visitor.request(address, signal);
    const low = isLowData(request.headers.get('cookie') ?? '', request.headers.get('save-data'));
    const step = { name: 'render' };
    const response = await rendering.tracePromise(async () => {
      const made = await render(request, { scriptMark, report, note, here });
      step.name = `render ${made.headers.get(pageKindHeader) ?? 'other'}`;
      return made;
    }, step);
    if (!isWhole(response)) return response;
    const path = address.slice(here?.prefix.length ?? 0).replace(/^(?!\/)/, '/');
    const pathname = path.split('?', 1)[0]!;
    const card = pathname === orderPayPath ? cardOrigin : '';
    const others = { api: apiOrigin, card, ...(!isClosed(pathname) && { outside }) };
    const page = await readPage(response, { path, mark: scriptMark, others, low });
    const ahead = namesAhead(page).flatMap((name) => preload.get(name) ?? []);
    if (ahead.length > 0) page.headers.link = ahead.join(', ');
    if (this.keeps && page.tags.length > 0) page.headers['x-vs-cache-tags'] = tagsLine(page.tags);
    return page;
  }
}

/** The page as small as it gets, for the many who will read it. */
async function packed(page: Page): Promise<Page> {
  return { ...page, bodies: forKeeping(await compressed(await unpacked(page.bodies), 6)) };
}

/** What a browser is told to fetch: its messages, and the late parts, of which `messages/account` is one of messages. */
function namesAhead({ headers, latePart = '' }: Page): string[] {
  const language = headers['content-language'];
  return ['messages/shop', ...latePart.split(' ')].map((name) =>
    name.startsWith('messages/') ? `${name.slice('messages/'.length)}/${language}` : name,
  );
}

/** Kept is only what is right for everybody and can be found again when it changes. */
function mayBeKept({ status, cookies, tags, headers }: Page): boolean {
  const secret = /no-store|private/.test(headers['cache-control'] ?? '');
  return status === 200 && cookies.length === 0 && tags.length > 0 && !secret;
}
