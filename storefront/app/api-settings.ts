import { defaultStoreView, type Locale, type StoreView, shop } from '@fynbos/core/shop.ts';
import { readSwitches, type Switches, standardSwitches, writeSwitches } from '@fynbos/core/switches.ts';

/** How the storefront reaches its one back end (SHOP-4, accounts 7). */
export interface ApiSettings {
  /** Base address this side calls; empty in a browser means the shop's own origin. */
  base: string;
  /** Base address the browser is told; empty means the shop's own origin. */
  publicBase: string;
  /** Names the shop on every call (decision 8). */
  partitionKey: string;
  /** The store view that is shown, in multistore only; on the server that of the request being answered. */
  readonly here?: Here | undefined;
  /**
   * With little data (`data-use.ts`), what stands for each picture until it is asked for; on the server that of the
   * request being answered.
   */
  readonly low?: string | undefined;
  /** What the operator switched. */
  switches: Switches;
  /** Where shoppers pay when that is not here; a browser finds it in the document (`checkout-address.ts`). */
  checkoutUrl?: string;
  /** Where letters reach the shop; a browser finds it in the document. */
  contactMail?: string;
  /** Where the card provider's fields come from; known to the server, which tells the one page that shows them. */
  cardOrigin?: string;
  /** Who else may have a say in pages, after a visitor's yes; a browser finds it in the document (`shell/outside.tsx`). */
  outside?: Outside;
  /** How a call travels; `fetch` unless the server knows a cheaper way. */
  travel?: Travel;
}

/** Addresses of scripts that are not ours, as attributes of the document. */
export interface Outside {
  /** The tag manager; empty where nothing but the debug view wants to know what is measured. */
  'data-tags'?: string | undefined;
  'data-chat'?: string | undefined;
  'data-debug'?: string | undefined;
}

/** A store view that is shown, and how others are reached (commerce 1). */
export interface Here {
  view: StoreView;
  /** What its paths begin with: `/de`, or nothing. */
  prefix: string;
  /** Every view that sells, this one too: scheme, host and prefix, and the country by its own name. */
  views: readonly { code: string; locale: Locale; url: string; country: string; sign: string }[];
}

/** Takes one call to the API and brings the whole answer back; rejects when there is none. */
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
  /** The content type; empty when the answer has none. */
  type: string;
  text: string;
  /** What was right before, and may not be now; said on the server only. */
  isOld?: boolean;
  /** `Set-Cookie` lines; a browser keeps them to itself. */
  cookies?: readonly string[];
}

let settings: ApiSettings | undefined;

/** Says once, when the server starts, where the API is. A browser reads it from the document. */
export function configureApi(given: ApiSettings): void {
  settings = given;
}

/** Attributes of `<html>` that hand the public settings over to the browser. */
export function apiAttributes(): Record<`data-${string}`, string | undefined> {
  const { publicBase, partitionKey, here, low, switches, checkoutUrl, contactMail, outside } = apiSettings();
  return {
    'data-api': publicBase,
    'data-partition': partitionKey,
    'data-here': here && JSON.stringify(here),
    'data-low': low,
    'data-checkout': checkoutUrl,
    'data-contact': contactMail,
    'data-switched': writeSwitches(switches) || undefined,
    ...outside,
  };
}

/** What was configured; a browser reads it from the document. */
export function apiSettings(): ApiSettings {
  const onServer = import.meta.env.SSR && typeof document === 'undefined';
  settings ??= onServer ? fromEnvironment() : fromDocument(document.documentElement);
  return settings;
}

/** The store view that is shown: whose prices, whose money, whose catalogue. */
export const storeView = (): StoreView => apiSettings().here?.view ?? defaultStoreView;

/** Whether the view that is shown delivers in the shop's own country, at the prices its texts name. */
export const isAtHome = (): boolean => storeView().country === shop.country;

function fromEnvironment(): ApiSettings {
  const base = process.env.API_URL ?? 'http://127.0.0.1:3000';
  return { base, publicBase: '', partitionKey: 'za', switches: standardSwitches };
}

function fromDocument({ dataset }: HTMLElement): ApiSettings {
  const { api = '', partition = 'za', here, low, switched = '' } = dataset;
  return {
    base: api,
    publicBase: api,
    partitionKey: partition,
    here: here ? JSON.parse(here) : undefined,
    low,
    switches: readSwitches(switched),
  };
}
