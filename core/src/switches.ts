/**
 * What an operator may switch, as it is when nobody touched it (decisions «Switches and their defaults»).
 * The API reads them from its configuration and tells the pages those that differ.
 */
export const standardSwitches = {
  /** Stock is asked for live; off, every status is volatile (commerce 4). */
  stockSync: true,
  /** Sold-out products and variants are listed. */
  listOutOfStock: true,
  /** Customer and cart tokens travel in headers; off, old clients may send them in the query (decision 4). */
  tokenInHeader: true,
  /** An expired access token is renewed by itself; off, a 401 logs the customer out (accounts 4.3). */
  tokenRefresh: true,
  /** A product that costs nothing may be bought. */
  zeroPriceProducts: false,
  /** A sold-out product may be put into the cart, with a notice (decision 23). */
  outOfStockInCart: true,
  /** Carts are kept by the server; off, each stays in its browser (commerce 4 «Cart lifecycle»). */
  cartSync: true,
  /** The server's totals are shown; off, the browser adds up by itself. */
  totalsSync: true,
  /** The mini cart counts pieces; off, it counts lines (commerce 4). */
  countPieces: true,
  /** Removing something from the cart is asked about first (commerce 5). */
  askBeforeRemoving: true,
  /** Orders made without a network are sent as soon as there is one; off, the shopper is asked first (accounts 4.4). */
  sendOfflineOrders: false,
} as const satisfies Record<string, boolean>;

export type SwitchName = keyof typeof standardSwitches;
export type Switches = Record<SwitchName, boolean>;

/** The names of the switches that are not as they stand by default, as a page carries them. */
export function writeSwitches(switches: Switches): string {
  return names.filter((name) => switches[name] !== standardSwitches[name]).join(' ');
}

/** Reads them back; unknown names are ignored. */
export function readSwitches(text: string): Switches {
  const turned = new Set(text.split(' '));
  return Object.fromEntries(
    names.map((name) => [name, standardSwitches[name] !== turned.has(name)]),
  ) as Switches;
}

const names = Object.keys(standardSwitches) as SwitchName[];
