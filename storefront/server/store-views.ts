import { type Place, placeAtHost, placeFrom, placeInPath } from '@fynbos/core/store-views.ts';
import type { FastifyRequest } from 'fastify';
import type { Here } from '../app/api-settings.ts';
import { pathAt } from '../app/paths.ts';
import { originOf } from './web-request.ts';

/** What an address shows: a path of a store view, or nothing, because the view is elsewhere. */
export interface Shown {
  /** Undefined without multistore. */
  here: Here | undefined;
  /** Scheme and host of the view. */
  origin: string;
  /** Path and query inside the view. */
  path: string;
  /** Where the browser is sent to (accounts 2.1). */
  elsewhere?: string;
}

/** Reads addresses. @param places where store views are, the default one first; one alone is a shop without views */
export function viewsAt(
  places: readonly Place[],
  publicUrl: string | undefined,
): (request: FastifyRequest, url: string) => Shown {
  const country = ({ view: { locale, country } }: Place) =>
    new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
  const named = places.map((place) => ({ ...place, country: country(place) }));
  return (request, url) => {
    const origin = originOf(request, publicUrl);
    if (named.length < 2) return { here: undefined, origin, path: url };
    const at = `${request.protocol}://${request.host}`;
    const host = placeAtHost(named, at);
    const page = pageOf(url);
    const found = find(named, host, page ?? url);
    const shown = {
      origin: found.place.origin || origin,
      ...found,
      here: hereOf(named, found.place, origin),
    };
    const wayTo = (path: string) => shown.origin + pathAt(found.place.prefix, path);
    if (page !== undefined) {
      const { referer } = request.headers;
      const from = referer?.startsWith(`${at}/`) && find(named, host, referer.slice(at.length));
      const isElsewhere = found.isMoved || (from && from.place !== found.place);
      return isElsewhere ? { ...shown, elsewhere: wayTo(withoutRoutes(found.path)) } : shown;
    }
    // Whoever asks by a name that is no view's (a probe, a proxy) is answered there.
    const isAway = found.place.origin ? host !== found.place : host !== undefined;
    return found.isMoved || isAway ? { ...shown, elsewhere: wayTo(found.path) } : shown;
  };
}

/** The view of an address, and the path inside it. `isMoved`: it is written otherwise than the view writes it. */
function find<P extends Place>(places: readonly P[], host: Place | undefined, url: string) {
  let place = placeFrom(places, host, url) as P;
  let path = url;
  // A link of another view, written by hand inside this one: the last name counts.
  for (let inner = placeInPath(places, path); inner; inner = placeInPath(places, path)) {
    place = inner as P;
    path = path.slice(inner.view.code.length + 1) || '/';
    if (path[0] === '?') path = `/${path}`;
  }
  const right = place.prefix + path;
  const isMoved = right !== url && right !== `${url}/` && right.replace('/?', '?') !== url;
  return { place, path, isMoved };
}

function hereOf(
  places: readonly (Place & { country: string })[],
  { view, prefix }: Place,
  main: string,
): Here {
  return {
    view,
    prefix,
    views: places.map(({ view: { code, locale, currencySign: sign }, country, ...at }) => ({
      ...{ code, locale, country, sign },
      url: (at.origin || main) + at.prefix,
    })),
  };
}

/** The page whose data client navigation asks for; undefined where a document is asked for. */
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
