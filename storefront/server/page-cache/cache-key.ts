import { listFilters } from '@fynbos/core/catalogue/listing.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { chooseLocale, localeCookie } from '../../app/platform/i18n/locale.ts';
import { dataUseCookie, isLowData } from '../../app/platform/network/data-use.ts';
import { trackingParameter } from '../../app/platform/pages/document-path.ts';

/**
 * Query parameters that select the content of a page. A page requested with any other parameter is not
 * cached.
 */
export const pageParameters: ReadonlySet<string> = new Set([
  ...listFilters,
  ...['q', 'sort', 'shown', 'childSku'],
  // React Router's own: the routes that client navigation requests.
  ...['_routes', 'index'],
]);

/** Cookies of analytics, of the chat and of the chosen store; pages are rendered without them. */
const idleCookie =
  /^(?:_ga(?:_[\w-]+)?|_gid|_gat(?:_[\w-]+)?|_gcl_\w+|twk_\w+|TawkConnectionTime|adv-store-picker)=/;

/** The parts of a request that determine its cache key. */
export interface PageRequest {
  method: string;
  /** Path and query as received. */
  url: string;
  /** Scheme and host for the page's absolute links. */
  origin: string;
  /** Its prices and currency are on the page, and its language is the default. */
  view: Pick<StoreView, 'code' | 'locale'>;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * The key of a page in the cache, and the address it is rendered for: the requested address without
 * tracking parameters.
 */
export interface CacheKey {
  key: string;
  url: string;
}

/**
 * The key of an anonymous page: store view, origin, language, low data, path and the relevant parameters,
 * in a fixed order. Undefined when the page must be rendered for this visitor alone: for any cookie other
 * than language, low data and those that change no page, for a header with a token, and for an unlisted
 * parameter.
 */
export function cacheKeyOf(
  { method, url, origin, view, headers }: PageRequest,
  listed: ReadonlySet<string> = pageParameters,
): CacheKey | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const cookies = cookiesThatMatter(headers.cookie);
  if (isPersonal(headers) || !cookies.every(isOfEverybody)) return undefined;
  const address = URL.parse(origin + url);
  if (!address) return undefined;
  const { pathname, searchParams } = address;
  const chosen = parametersThatMatter(searchParams, listed);
  if (!chosen) return undefined;
  const pageUrl = chosen.size > 0 ? `${pathname}?${chosen}` : pathname;
  const locale = chooseLocale(cookies.join(';'), text(headers['accept-language']), view);
  const low = isLowData(cookies.join(';'), text(headers['save-data'])) ? ['low'] : [];
  return { key: [view.code, origin, locale, pageUrl, ...low].join('\n'), url: pageUrl };
}

const isPersonal = (headers: PageRequest['headers']): boolean =>
  headers.authorization !== undefined || headers['x-cart-token'] !== undefined;

const maxKeys = 5000;
const maxKeyLength = 1000;

/** Caches the keys of recent requests: computing a key costs more than sending the page. */
export class CacheKeyCache {
  readonly #keys = new Map<string, CacheKey | undefined>();

  of(pageRequest: PageRequest): CacheKey | undefined {
    const { method, url, origin, view, headers } = pageRequest;
    if (isPersonal(headers)) return undefined;
    const { 'accept-language': wished = '', 'save-data': little = '' } = headers;
    const cookies = cookiesThatMatter(headers.cookie).join(';');
    const fingerprint = [method, view.code, origin, url, cookies, wished, little].join('\n');
    if (this.#keys.has(fingerprint)) return this.#keys.get(fingerprint);
    const key = cacheKeyOf(pageRequest);
    // Requests of a single visitor would only fill the memory with their secrets.
    if (key && fingerprint.length < maxKeyLength) this.#store(fingerprint, key);
    return key;
  }

  #store(fingerprint: string, key: CacheKey): void {
    if (this.#keys.size >= maxKeys) this.#keys.clear();
    this.#keys.set(fingerprint, key);
  }
}

function cookiesThatMatter(sent: string | string[] | undefined): string[] {
  if (sent === undefined) return [];
  const cookies = (text(sent) ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.filter((cookie) => cookie !== '' && !idleCookie.test(cookie));
}

/** The cookies that select among the shared pages: the language, and low data. */
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
