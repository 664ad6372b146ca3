import { listFilters } from '@fynbos/core/catalogue/listing.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { dataUseCookie, isLowData } from '../app/data-use.ts';
import { chooseLocale, localeCookie } from '../app/i18n/locale.ts';
import { trackingParameter } from '../app/page-address.ts';

/** Query parameters that choose what a page shows. A page asked for with any other is not kept. */
export const pageParameters: ReadonlySet<string> = new Set([
  ...listFilters,
  ...['q', 'sort', 'shown', 'childSku'],
  // React Router's own: which parts of a page client navigation asks for.
  ...['_routes', 'index'],
]);

/** Cookies of what measures visits and of the chat, and the chosen store, which pages are made without. */
const idleCookie =
  /^(?:_ga(?:_[\w-]+)?|_gid|_gat(?:_[\w-]+)?|_gcl_\w+|twk_\w+|TawkConnectionTime|adv-store-picker)=/;

/** What the cache reads of a request. */
export interface Asked {
  method: string;
  /** Path and query as they came. */
  url: string;
  /** Scheme and host the page's absolute links will carry. */
  origin: string;
  /** Its prices and money are on the page, and its language where nobody chose one. */
  view: Pick<StoreView, 'code' | 'locale'>;
  headers: Record<string, string | string[] | undefined>;
}

/** Where a page is kept, and the address it is rendered for: the one asked for without its tracking. */
export interface CacheKey {
  key: string;
  url: string;
}

/**
 * The key of an anonymous page: store view, origin, language, low data, path and the parameters that matter, in
 * one order. Undefined when the page must be rendered for this visitor alone: any cookie besides the
 * language, low data and those that change no page, an authorization header, a parameter nobody listed.
 */
export function cacheKeyOf(
  { method, url, origin, view, headers }: Asked,
  listed: ReadonlySet<string> = pageParameters,
): CacheKey | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const cookies = cookiesThatMatter(headers.cookie);
  if (headers.authorization !== undefined || !cookies.every(isOfEverybody)) return undefined;
  const address = URL.parse(origin + url);
  if (!address) return undefined;
  const { pathname, searchParams } = address;
  const chosen = parametersThatMatter(searchParams, listed);
  if (!chosen) return undefined;
  const asksFor = chosen.size > 0 ? `${pathname}?${chosen}` : pathname;
  const locale = chooseLocale(cookies.join(';'), text(headers['accept-language']), view);
  const low = isLowData(cookies.join(';'), text(headers['save-data'])) ? ['low'] : [];
  return { key: [view.code, origin, locale, asksFor, ...low].join('\n'), url: asksFor };
}

const mostKeys = 5000;
const longestKept = 1000;

/** Remembers the keys of what was asked lately: working one out costs more than sending the page. */
export class KeptKeys {
  readonly #keys = new Map<string, CacheKey | undefined>();

  of(asked: Asked): CacheKey | undefined {
    const { method, url, origin, view, headers } = asked;
    const { authorization = '', 'accept-language': wished = '', 'save-data': little = '' } = headers;
    const cookies = cookiesThatMatter(headers.cookie).join(';');
    const question = [method, view.code, origin, url, authorization, cookies, wished, little].join('\n');
    if (this.#keys.has(question)) return this.#keys.get(question);
    const key = cacheKeyOf(asked);
    // What is for one visitor alone would only fill the memory with their secrets.
    if (key && question.length < longestKept) this.#keep(question, key);
    return key;
  }

  #keep(question: string, key: CacheKey): void {
    if (this.#keys.size >= mostKeys) this.#keys.clear();
    this.#keys.set(question, key);
  }
}

function cookiesThatMatter(sent: string | string[] | undefined): string[] {
  if (sent === undefined) return [];
  const cookies = (text(sent) ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.filter((cookie) => cookie !== '' && !idleCookie.test(cookie));
}

/** The cookies that choose among pages that are the same for everybody: the language, and how much they weigh. */
const isOfEverybody = (cookie: string): boolean =>
  [localeCookie, dataUseCookie].some((name) => cookie.startsWith(`${name}=`));

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

function parametersThatMatter(
  query: URLSearchParams,
  listed: ReadonlySet<string>,
): URLSearchParams | undefined {
  const chosen = new URLSearchParams();
  for (const [name, value] of query) {
    if (trackingParameter.test(name)) continue;
    if (!listed.has(name)) return undefined;
    chosen.append(name, value);
  }
  chosen.sort();
  return chosen;
}
