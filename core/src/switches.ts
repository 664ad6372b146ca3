/**
 * The switches of an operator with their defaults (docs/spec/decisions.md, «Switches and defaults»). The API reads
 * them from its configuration and sends the pages those that differ.
 */
export const standardSwitches = {
  /** Stock is read live; when off, every status is volatile (spec commerce 4). */
  stockSync: true,
  /** Sold-out products and variants are listed. */
  listOutOfStock: true,
  /** Products and categories have their `url_path` as address; when off, `/p/…` and `/c/…` (spec D30). */
  urlDispatcher: true,
  /** A child opened directly is shown; when off, it leads to its parent (spec D19). */
  directChildAccess: false,
  /** A page whose address names an unknown variant shows the default one; when off, none (spec commerce 4). */
  variantFallback: true,
  /**
   * Customer and cart tokens travel in headers; when off, old clients may send them in the query (spec D4).
   */
  tokenInHeader: true,
  /** An expired access token is renewed automatically; when off, a 401 logs the customer out (spec accounts 4.3). */
  tokenRefresh: true,
  /** A product without a price may be bought. */
  zeroPriceProducts: false,
  /** Prices depend on the quantity and the customer group. */
  priceTiers: false,
  /** A sold-out product may be added to the cart, with a notice (spec D23). */
  outOfStockInCart: true,
  /** Carts are stored on the server; when off, each stays in its browser (spec commerce 4 «Cart lifecycle»). */
  cartSync: true,
  /** The server's totals are shown; when off, the browser computes them. */
  totalsSync: true,
  /** The mini cart counts units; when off, it counts lines (spec commerce 4). */
  countPieces: true,
  /** Removing a line from the cart needs a confirmation (spec commerce 5). */
  askBeforeRemoving: true,
  /**
   * Orders made offline are sent as soon as the network returns; when off, the shopper confirms first
   * (spec accounts 4.4).
   */
  sendOfflineOrders: false,
} as const satisfies Record<string, boolean>;

type SwitchName = keyof typeof standardSwitches;
export type Switches = Record<SwitchName, boolean>;

/** Writes the names of the switches that differ from their default, as embedded in a page. */
export function writeSwitches(switches: Switches): string {
  return names.filter((name) => switches[name] !== standardSwitches[name]).join(' ');
}

/** Reads the names written by `writeSwitches`; unknown names are ignored. */
export function readSwitches(text: string): Switches {
  const turned = new Set(text.split(' '));
  // The keys are the names; `Object.fromEntries` types them as strings.
  return Object.fromEntries(
    names.map((name) => [name, standardSwitches[name] !== turned.has(name)]),
  ) as Switches;
}

// The object has no other keys; `Object.keys` types them as strings.
const names = Object.keys(standardSwitches) as SwitchName[];
