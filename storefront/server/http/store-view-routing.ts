import { placeAtHost, placeFrom, placeInPath, type StoreViewAddress } from '@fynbos/core/store-views.ts';
import type { FastifyRequest } from 'fastify';
import { pathAt } from '../../app/paths.ts';
import type { CurrentStoreView } from '../../app/platform/api/api-settings.ts';
import { originOf } from './web-request.ts';

/** The resolved address: a path of a store view, or a redirect to another address. */
export interface RoutedAddress {
  /** Undefined without multistore. */
  currentView: CurrentStoreView | undefined;
  /** Scheme and host of the view. */
  origin: string;
  /** Path and query inside the view. */
  path: string;
  /** The address to redirect the browser to (spec accounts 2.1). */
  elsewhere?: string;
}

/**
 * Creates the resolver of addresses.
 * @param places the store views with their addresses, the default one first; a single place is a shop
 * without views
 */
export function viewsAt(
  places: readonly StoreViewAddress[],
  publicUrl: string | undefined,
): (request: FastifyRequest, url: string) => RoutedAddress {
  const country = ({ view: { locale, country } }: StoreViewAddress) =>
    new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
  const named = places.map((place) => ({ ...place, country: country(place) }));
  return (request, url) => {
    const origin = originOf(request, publicUrl);
    if (named.length < 2) return { currentView: undefined, origin, path: url };
    const at = `${request.protocol}://${request.host}`;
    const host = placeAtHost(named, at);
    const page = pageOf(url);
    const resolved = find(named, host, page ?? url);
    const shown = {
      origin: resolved.place.origin || origin,
      ...resolved,
      currentView: hereOf(named, resolved.place, origin),
    };
    const urlOf = (path: string) => shown.origin + pathAt(resolved.place.prefix, path);
    if (page !== undefined) {
      const { referer } = request.headers;
      const from = referer?.startsWith(`${at}/`) && find(named, host, referer.slice(at.length));
      const isElsewhere = resolved.isMoved || (from && from.place !== resolved.place);
      return isElsewhere ? { ...shown, elsewhere: urlOf(withoutRoutes(resolved.path)) } : shown;
    }
    // A request with a host name that is no view's (a probe, a proxy) is handled under that name.
    const isAway = resolved.place.origin ? host !== resolved.place : host !== undefined;
    return resolved.isMoved || isAway ? { ...shown, elsewhere: urlOf(resolved.path) } : shown;
  };
}

/**
 * The view of an address, and the path inside it. `isMoved`: it differs from the canonical address of the
 * view.
 */
function find<P extends StoreViewAddress>(places: readonly P[], host: P | undefined, url: string) {
  let place = placeFrom(places, host, url);
  let path = url;
  // A link of another view, written by hand inside this one: the innermost view code applies.
  for (let inner = placeInPath(places, path); inner; inner = placeInPath(places, path)) {
    place = inner;
    path = path.slice(inner.view.code.length + 1) || '/';
    if (path[0] === '?') path = `/${path}`;
  }
  const right = place.prefix + path;
  const isMoved = right !== url && right !== `${url}/` && right.replace('/?', '?') !== url;
  return { place, path, isMoved };
}

function hereOf(
  places: readonly (StoreViewAddress & { country: string })[],
  { view, prefix }: StoreViewAddress,
  main: string,
): CurrentStoreView {
  return {
    view,
    prefix,
    views: places.map(({ view: { code, locale, currencySign }, country, ...at }) => ({
      ...{ code, locale, country, sign: currencySign },
      url: (at.origin || main) + at.prefix,
    })),
  };
}

/** The page whose data client navigation requests; undefined for a document request. */
function pageOf(url: string): string | undefined {
  const [pathname = '', query] = url.split(/\?(.*)/s);
  if (!pathname.endsWith('.data')) return undefined;
  const page = pathname.endsWith('/_.data')
    ? pathname.slice(0, -'_.data'.length)
    : pathname.slice(0, -'.data'.length);
  return query === undefined ? page : `${page}?${query}`;
}

function withoutRoutes(path: string): string {
  const [pathname = '', query = ''] = path.split(/\?(.*)/s);
  const search = new URLSearchParams(query);
  search.delete('_routes');
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
