import { oneOfValues, onOrOff } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Which products and variants the shop shows and sells, and how it lists them. */
export const catalogueVariables = {
  stockSync: variable(
    'STOCK_SYNC',
    'on',
    'Pages request live stock. If off, they say that availability is not certain.',
    onOrOff,
  ),
  listOutOfStock: variable('LIST_OUT_OF_STOCK', 'on', 'Lists sold-out products and variants.', onOrOff),
  listingFilters: variable(
    'LISTING_FILTERS',
    'query',
    'Where category and brand pages have their filters: `query` (`/mugs?colour=49`) or `path` (`/mugs;colour=49`).',
    oneOfValues('query', 'path'),
  ),
  urlDispatcher: variable(
    'URL_DISPATCHER',
    'on',
    'Gives products and categories their `url_path` as address. If off, these are `/p/{sku}/{slug}` and `/c/{slug}`, and a `url_path` is not found.',
    onOrOff,
  ),
  directChildAccess: variable(
    'DIRECT_CHILD_ACCESS',
    'off',
    'Shows a variant at its own address. If off, the address leads to the product with the variant chosen.',
    onOrOff,
  ),
  variantFallback: variable(
    'VARIANT_FALLBACK',
    'on',
    'Shows the default variant if an address names one that is not available. If off, the page says that there is none.',
    onOrOff,
  ),
  zeroPriceProducts: variable(
    'ZERO_PRICE_PRODUCTS',
    'off',
    'Allows products with a price of zero to be bought.',
    onOrOff,
  ),
};
