import { defaultStoreView, type StoreView } from './shop.ts';

/** A store view as it is declared. What it leaves out is that of the view it extends, or of the default one. */
export type DeclaredView = Partial<StoreView> &
  Pick<StoreView, 'code' | 'id' | 'index'> & {
    /** The code of another view (accounts 3). */
    extend?: string;
  };

const declared: readonly DeclaredView[] = [
  {
    code: 'de',
    id: 3,
    currency: 'EUR',
    currencySign: '€',
    locale: 'de-DE',
    index: 'fynbos_de',
    country: 'DE',
    appendStoreCode: true,
  },
  { code: 'it', extend: 'de', id: 4, locale: 'it-IT', index: 'fynbos_it', country: 'IT' },
];

/** Puts together what views inherit. @returns the views, and a sentence for each view that is extended and missing (accounts 5) */
export function extendViews(views: readonly DeclaredView[]): { views: StoreView[]; missing: string[] } {
  const missing: string[] = [];
  const whole = (view: DeclaredView, on: readonly string[]): StoreView => {
    const { extend, ...own } = view;
    if (extend === undefined) return { ...defaultStoreView, ...own };
    const other = views.find(({ code }) => code === extend && !on.includes(code));
    if (!other) missing.push(`Storeview "${extend}" doesn't exist!`);
    return { ...(other ? whole(other, [...on, extend]) : defaultStoreView), ...own };
  };
  return { views: views.map((view) => whole(view, [view.code])), missing };
}

const extended = extendViews(declared);

/** Every store view that may have price columns; all but the default one sell only when multistore is on. */
export const storeViews: readonly StoreView[] = [defaultStoreView, ...extended.views];

/** The codes of the views beside the default one, which has none. */
export const viewCodes: readonly string[] = storeViews.map(({ code }) => code).filter((code) => code !== '');

/** The first view that sells in a currency; undefined where none does. */
export const viewOfCurrency = (currency: string): StoreView | undefined =>
  storeViews.find((view) => view.currency === currency);

/** What is wrong with the declarations, for the log. */
export const missingViews: readonly string[] = extended.missing;

/** Where a store view is found. */
export interface Place {
  view: StoreView;
  /** Scheme and host of its own; empty where it shares the shop's. */
  origin: string;
  /** What its paths begin with: `/de`, or nothing. */
  prefix: string;
}

/** @param addresses where views are that have an address of their own, by code: `https://shop.example/de` */
export function placesOf(views: readonly StoreView[], addresses: Readonly<Record<string, string>>): Place[] {
  return views.map((view) => {
    const address = URL.parse(addresses[view.code] ?? '');
    if (address) return { view, origin: address.origin, prefix: address.pathname.replace(/\/$/, '') };
    return { view, origin: '', prefix: view.appendStoreCode ? `/${view.code}` : '' };
  });
}

/** The view that a path names by its first part. */
export function placeInPath(places: readonly Place[], path: string): Place | undefined {
  const first = /^\/([^/?#]+)/.exec(path)?.[1];
  return places.find(({ view }) => view.code === first);
}

/** The view that a host belongs to. @param origin scheme and host; hosts are compared alone, a proxy may end TLS */
export function placeAtHost(places: readonly Place[], origin: string): Place | undefined {
  const host = URL.parse(origin)?.host;
  return places.find((place) => place.origin !== '' && URL.parse(place.origin)?.host === host);
}

/** The view that a path names, or that the host belongs to: the path comes first; else it is the default one. */
export function placeFrom(places: readonly Place[], atHost: Place | undefined, path: string): Place {
  return placeInPath(places, path) ?? atHost ?? places[0]!;
}
