import {
  defaultStoreView,
  type Locale,
  type StoreView,
  shop,
  standardShortestName,
} from '@fynbos/core/shop.ts';
import { readSwitches, type Switches, standardSwitches, writeSwitches } from '@fynbos/core/switches.ts';

/** The guest bypass limit unless the operator sets another one (docs/spec/decisions.md, «Switches and defaults»). */
export const standardBypassLimit = 1;

/** How the storefront reaches its one back end (SHOP-4, spec accounts 7). */
export interface ApiSettings {
  /** Base address for calls from this side. In a browser, empty means the shop's own origin. */
  base: string;
  /** Base address passed to the browser; empty means the shop's own origin. */
  publicBase: string;
  /** Identifies the shop on every call (spec D8). */
  partitionKey: string;
  /** The store view of the page, in multistore only. On the server it is the view of the current request. */
  readonly currentView?: CurrentStoreView | undefined;
  /**
   * In low-data mode (`data-use.ts`), the placeholder of each picture until the shopper loads it. On the
   * server it belongs to the current request.
   */
  readonly low?: string | undefined;
  /** Whether the page is requested as a document, not as data for a navigation. Only the server knows it. */
  readonly isDocument?: boolean | undefined;
  /** Feature switches set by the operator. */
  switches: Switches;
  /** The minimum number of letters of a name; 2 by default (spec D34). */
  shortestName?: number | undefined;
  /** Whether filters of lists are in the path of the page. Only the server knows it. */
  filtersInPath?: boolean | undefined;
  /** How often a refused cart is replaced by a new guest cart; once by default. */
  cartBypassLimit?: number | undefined;
  /**
   * Address of an external checkout, if there is one. A browser reads it from the document.
   */
  checkoutUrl?: string;
  /** E-mail address of the shop. A browser reads it from the document. */
  contactMail?: string;
  /**
   * Origin of the card provider's fields. Only the server knows it and passes it to the one page that shows
   * them.
   */
  cardOrigin?: string;
  /**
   * Third-party scripts that run after consent. A browser reads them from the document
   * (`shell/third-party-scripts.lazy.tsx`).
   */
  outside?: Outside;
  /** Multiplies the time limits of calls. Set on the server only; a browser applies it to its storage. */
  timeoutScale?: number | undefined;
  /** Transport of a call; `fetch` by default. The server uses a cheaper one. */
  travel?: Travel;
}

/** Addresses of third-party scripts, as attributes of the document. */
export interface Outside {
  /** The tag manager; empty when only the debug view uses the measured events. */
  'data-tags'?: string | undefined;
  'data-chat'?: string | undefined;
  'data-debug'?: string | undefined;
}

/** The store view of a page, and the addresses of the other views (spec commerce 1). */
export interface CurrentStoreView {
  view: StoreView;
  /** Path prefix of the view, such as `/de`, or empty. */
  prefix: string;
  /**
   * Every view that sells, including the current one. `url` holds scheme, host and prefix; `country` is the
   * country's name in its own language.
   */
  views: readonly { code: string; locale: Locale; url: string; country: string; sign: string }[];
}

/** Sends one API call and returns the complete response. Rejects when there is none. */
export type Travel = (
  url: string,
  call: Pick<RequestInit, 'credentials'> & {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  },
) => Promise<Arrived>;

export interface Arrived {
  status: number;
  /** The content type; empty when the response has none. */
  type: string;
  text: string;
  /** The parsed text, which must not be changed. Set on the server for responses that many pages share. */
  json?: unknown;
  /** The response may be out of date. Set on the server only. */
  isOld?: boolean;
  /** `Set-Cookie` headers. Browsers do not expose them. */
  cookies?: readonly string[];
}

let settings: ApiSettings | undefined;

/** Sets the location of the API once, when the server starts. A browser reads it from the document. */
export function configureApi(configured: ApiSettings): void {
  settings = configured;
}

/** Attributes of `<html>`, and `data-here` of `<body>`, that pass the public settings to the browser. */
export function apiAttributes(): Record<`data-${string}`, string | undefined> {
  const { publicBase, partitionKey, currentView, low, switches, contactMail, outside, ...rest } =
    apiSettings();
  return {
    'data-api': publicBase,
    'data-partition': partitionKey,
    'data-here': currentView && JSON.stringify(currentView),
    'data-low': low,
    'data-checkout': rest.checkoutUrl,
    'data-bypasses':
      rest.cartBypassLimit === standardBypassLimit ? undefined : rest.cartBypassLimit?.toString(),
    'data-names': shortestName() === standardShortestName ? undefined : String(shortestName()),
    'data-contact': contactMail,
    'data-timeouts': (rest.timeoutScale ?? 1) === 1 ? undefined : String(rest.timeoutScale),
    'data-switched': writeSwitches(switches) || undefined,
    ...outside,
  };
}

/** Returns the settings. A browser reads them from the document on first use. */
export function apiSettings(): ApiSettings {
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  settings ??= onServer ? fromEnvironment() : fromDocument(document);
  return settings;
}

/** The store view of the page. It selects prices, currency and catalogue. */
export const storeView = (): StoreView => apiSettings().currentView?.view ?? defaultStoreView;

/** The minimum number of letters of a name. */
export const shortestName = (): number => apiSettings().shortestName ?? standardShortestName;

/** Whether the current view delivers in the shop's own country, at the prices its texts mention. */
export const isAtHome = (): boolean => storeView().country === shop.country;

function fromEnvironment(): ApiSettings {
  const base = process.env.API_URL ?? 'http://127.0.0.1:3000';
  return { base, publicBase: '', partitionKey: 'za', switches: standardSwitches };
}

function fromDocument({ documentElement: { dataset }, body }: Document): ApiSettings {
  const { api = '', partition = 'za', low, switched = '', contact: contactMail } = dataset;
  const currentView = body?.dataset.here;
  return {
    base: api,
    publicBase: api,
    partitionKey: partition,
    currentView: currentView ? JSON.parse(currentView) : undefined,
    low,
    switches: readSwitches(switched),
    checkoutUrl: dataset.checkout,
    cartBypassLimit: dataset.bypasses === undefined ? undefined : Number(dataset.bypasses),
    contactMail,
    shortestName: dataset.names === undefined ? undefined : Number(dataset.names),
  };
}
