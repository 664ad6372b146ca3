import { defaultStoreView, type StoreView } from './shop.ts';

/** A store view as it is declared. Omitted values come from the view it extends, or from the default view. */
export type DeclaredView = Partial<StoreView> &
  Pick<StoreView, 'code' | 'id' | 'index'> & {
    /** The code of another view (spec accounts 3). */
    extend?: string;
  };

const declared: readonly DeclaredView[] = [
  {
    code: 'de',
    id: 3,
    currency: 'EUR',
    currencySign: '€',
    locale: 'de-DE',
    dateFormat: 'HH:mm D-M-YYYY',
    index: 'fynbos_de',
    country: 'DE',
    seo: {
      title: 'Fynbos Deutschland – Lebensmittel und Gesundheit aus Südafrika',
      description:
        'Südafrikanische Lebensmittel und Gesundheitsprodukte, nach Deutschland geliefert, zu Preisen in Euro.',
    },
    appendStoreCode: true,
  },
  {
    code: 'it',
    extend: 'de',
    id: 4,
    locale: 'it-IT',
    index: 'fynbos_it',
    country: 'IT',
    seo: {
      title: 'Fynbos Italia – spesa e salute dal Sudafrica',
      description:
        'Alimentari e prodotti per la salute dal Sudafrica, consegnati in Italia, con prezzi in euro.',
    },
  },
];

/**
 * Resolves inherited values.
 * @returns the views, and a message for each extended view that is missing (spec accounts 5)
 */
export function extendViews(views: readonly DeclaredView[]): { views: StoreView[]; missing: string[] } {
  const missing: string[] = [];
  const resolve = (view: DeclaredView, on: readonly string[]): StoreView => {
    const { extend, ...ownFields } = view;
    if (extend === undefined) return { ...defaultStoreView, ...ownFields };
    const base = views.find(({ code }) => code === extend && !on.includes(code));
    if (!base) missing.push(`Storeview "${extend}" doesn't exist!`);
    return { ...(base ? resolve(base, [...on, extend]) : defaultStoreView), ...ownFields };
  };
  return { views: views.map((view) => resolve(view, [view.code])), missing };
}

const extended = extendViews(declared);

/** Every store view that may have price columns; all but the default one are active only with multistore on. */
export const storeViews: readonly [StoreView, ...StoreView[]] = [defaultStoreView, ...extended.views];

/** Codes of all views except the default one, which has none. */
export const viewCodes: readonly string[] = storeViews.map(({ code }) => code).filter((code) => code !== '');

/** Returns the first view with this currency, or undefined. */
export const viewOfCurrency = (currency: string): StoreView | undefined =>
  storeViews.find((view) => view.currency === currency);

/** Errors of the declarations, for the log. */
export const missingViews: readonly string[] = extended.missing;

/** The address of a store view. */
export interface StoreViewAddress {
  view: StoreView;
  /** Its own scheme and host; empty when it uses the shop's. */
  origin: string;
  /** Prefix of its paths, such as `/de`; may be empty. */
  prefix: string;
}

/** @param addresses URLs of views with an address of their own, by code: `https://shop.example/de` */
export function placesOf(
  views: readonly StoreView[],
  addresses: Readonly<Record<string, string>>,
): StoreViewAddress[] {
  return views.map((view) => {
    const address = URL.parse(addresses[view.code] ?? '');
    if (address) return { view, origin: address.origin, prefix: address.pathname.replace(/\/$/, '') };
    return { view, origin: '', prefix: view.appendStoreCode ? `/${view.code}` : '' };
  });
}

/** Returns the view named by the first segment of a path. */
export function placeInPath<Place extends StoreViewAddress>(
  places: readonly Place[],
  path: string,
): Place | undefined {
  const first = /^\/([^/?#]+)/.exec(path)?.[1];
  return places.find(({ view }) => view.code === first);
}

/**
 * Returns the view of a host.
 * @param origin scheme and host; only hosts are compared, because a proxy may end TLS
 */
export function placeAtHost<Place extends StoreViewAddress>(
  places: readonly Place[],
  origin: string,
): Place | undefined {
  const host = URL.parse(origin)?.host;
  return places.find((place) => place.origin !== '' && URL.parse(place.origin)?.host === host);
}

/** Returns the view named by the path, then the view of the host, then the default one. */
export function placeFrom<Place extends StoreViewAddress>(
  places: readonly Place[],
  atHost: Place | undefined,
  path: string,
): Place {
  // The default view always has a place.
  return placeInPath(places, path) ?? atHost ?? places[0]!;
}
