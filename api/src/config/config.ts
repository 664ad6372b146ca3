import { shop } from '@fynbos/core/shop.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import {
  address,
  key,
  mailAddresses,
  names,
  oneOf,
  onOrOff,
  optional,
  proxies,
  sender,
  viewAddresses,
  wholeNumber,
} from './config-values.ts';
import { renamed, usedName, type Variable, variable } from './config-variable.ts';
import { liveAddressError } from './live-addresses.ts';
import { operationVariables } from './operation-variables.ts';
import { paymentVariables } from './payment-variables.ts';
import { roleError } from './process-roles.ts';
import { processVariables } from './process-variables.ts';
import { pushSettingsError, pushVariables } from './push-variables.ts';
import { visitorVariables } from './visitor-variables.ts';

/** The operator's settings, read once at start. `variables` maps each to its environment variable. */
export type Config = { [Key in keyof typeof variables]: ReturnType<(typeof variables)[Key]['read']> };

/** Every variable the shop reads, in the order of the operator's page (docs/operations/settings.md). */
export const variables = {
  ...processVariables,
  smtpUrl: variable(
    'SMTP_URL',
    '',
    'The mail server: `smtp://user:password@host:587` or `smtps://…`. Until it is set, `npm start` sends mail to a local mail sink.',
    optional(address('smtp:', 'smtps:')),
  ),
  mailFrom: variable(
    'MAIL_FROM',
    'Fynbos <shop@fynbos.example>',
    "Sender of the shop's mail: an address, or `Name <address>`.",
    sender,
  ),
  contactMail: variable(
    'CONTACT_MAIL',
    'shop@fynbos.example',
    'Recipients of contact messages, separated by commas. Contact messages go to no other address.',
    mailAddresses,
  ),
  sellerName: variable(
    'SELLER_NAME',
    'Fynbos Demo (Pty) Ltd',
    "The seller's name on a tax invoice. The default is for trials only.",
    (text) => text,
  ),
  sellerAddress: variable(
    'SELLER_ADDRESS',
    shop.address,
    "The seller's address on a tax invoice.",
    (text) => text,
  ),
  vatNumber: variable(
    'VAT_NUMBER',
    'DEMO-4000000000',
    "The seller's VAT number on a tax invoice: ten digits, the first a 4.",
    (text) => text,
  ),
  mailSinkPort: variable(
    'MAIL_SINK_PORT',
    '3025',
    "Port of the mail sink's page, on this machine only. If it is 0 or in use, a free port is picked.",
    wholeNumber(0, 65_535),
  ),
  partitionKeys: variable(
    'PARTITION_KEYS',
    'za',
    'Names clients may use for the shop, separated by commas. The first is the default.',
    names,
  ),
  apiMode: variable(
    'API_MODE',
    'api',
    '`api` serves the HTTP API. `graphql` also serves [`/graphql`](#graphql).',
    oneOf('api', 'graphql'),
  ),
  outputCache: variable(
    'OUTPUT_CACHE',
    'off',
    'Caches pages for visitors until the catalogue changes, one day at most ([page cache](#page-cache)).',
    onOrOff,
  ),
  invalidationKey: variable(
    'INVALIDATION_KEY',
    '',
    'Secret for cache invalidation (`/invalidate?key=…&tag=P58,C20`), at least 16 characters. Unset disables the endpoint.',
    optional(key),
  ),
  stockSync: variable(
    'STOCK_SYNC',
    'on',
    'Pages request live stock. If off, they say that availability is not certain.',
    onOrOff,
  ),
  listOutOfStock: variable('LIST_OUT_OF_STOCK', 'on', 'Lists sold-out products and variants.', onOrOff),
  zeroPriceProducts: variable(
    'ZERO_PRICE_PRODUCTS',
    'off',
    'Allows products with a price of zero to be bought.',
    onOrOff,
  ),
  outOfStockInCart: variable(
    'OUT_OF_STOCK_IN_CART',
    'on',
    'Lets shoppers add a sold-out product, with a notice. Placing the order is still refused.',
    onOrOff,
  ),
  cartSync: variable(
    'CART_SYNC',
    'on',
    'Browsers synchronise carts with the shop. If off, each cart stays in its browser.',
    onOrOff,
  ),
  totalsSync: variable(
    'TOTALS_SYNC',
    'on',
    'Browsers show totals calculated by the shop. If off, they calculate totals themselves.',
    onOrOff,
  ),
  countUnits: renamed(
    'COUNT_PIECES',
    variable(
      'CART_COUNT_UNITS',
      'on',
      'The number on the cart icon counts units. If off, it counts lines. `COUNT_PIECES` is the old name and works for one more version.',
      onOrOff,
    ),
  ),
  confirmRemoval: variable(
    'ASK_BEFORE_REMOVING',
    'on',
    'Asks for confirmation before an item is removed from the cart.',
    onOrOff,
  ),
  sendOfflineOrders: variable(
    'SEND_OFFLINE_ORDERS',
    'off',
    'Sends orders made offline as soon as the network returns. If off, the shopper is asked first.',
    onOrOff,
  ),
  externalCheckoutUrl: variable(
    'EXTERNAL_CHECKOUT_URL',
    '',
    'Address of an external checkout: `https://pay.example/cart`. It replaces the link "Proceed to checkout".',
    optional(address('http:', 'https:')),
  ),
  priceTiers: variable('PRICE_TIERS', 'off', 'Applies prices by quantity and customer group.', onOrOff),
  userGroupTax: variable(
    'USER_GROUP_TAX',
    'off',
    "The customer's group decides which tax rules apply.",
    onOrOff,
  ),
  taxRegion: variable(
    'TAX_REGION',
    '',
    'Name of the region whose tax rates apply in addition to those of the country.',
    optional((text) => text),
  ),
  multistore: variable('MULTISTORE', 'off', 'Enables the store views `de` and `it`.', onOrOff),
  storeUrls: variable(
    'STORE_URLS',
    '',
    'Addresses of store views that are not at `/de` and `/it`: `de=https://de.shop.example it=https://shop.example/it`. Needs `PUBLIC_URL`.',
    optional(viewAddresses(...viewCodes)),
  ),
  camelCasePrices: variable(
    'CAMEL_CASE_PRICES',
    'off',
    'Adds every price field a second time in camelCase, for old clients.',
    onOrOff,
  ),
  tokenInHeader: variable(
    'TOKEN_IN_HEADER',
    'on',
    'Accepts tokens in headers only. If off, also in the query string.',
    onOrOff,
  ),
  tokenRefresh: variable(
    'TOKEN_REFRESH',
    'on',
    "Renews a customer's expired access token automatically.",
    onOrOff,
  ),
  ...paymentVariables,
  ...visitorVariables,
  ...pushVariables,
  ...operationVariables,
  trustedProxies: variable(
    'TRUSTED_PROXIES',
    '',
    'Addresses or ranges of your proxies, separated by commas (`10.0.0.0/8`). The shop accepts `X-Forwarded-For` from these only.',
    optional(proxies),
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'warn',
    'Lowest level to log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
};

/**
 * Reads and validates the configuration. An empty variable counts as not set.
 * @throws UserFacingError that names every invalid variable and its valid values, or each provider address
 * that is not for production
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const wrong: string[] = [];
  const entries = Object.entries<Variable<unknown>>(variables).map(([key, setting]) => {
    const name = usedName(setting, env);
    try {
      return [key, setting.read(env[name]?.trim() || setting.standard)];
    } catch (error) {
      wrong.push(`${name} must be ${(error as Error).message}, it is "${withoutPassword(env[name] ?? '')}"`);
      return [key, undefined];
    }
  });
  if (wrong.length > 0) throw new UserFacingError(`${wrong.join('; ')}.`);
  const config = Object.fromEntries(entries) as Config;
  const configError = liveAddressError(config) ?? pushSettingsError(config) ?? roleError(config);
  if (configError) throw new UserFacingError(configError);
  return config;
}

/** An address without its password, for terminals and logs. */
export const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1…');

/** One notice for each setting that is set by the name of the previous version. */
export const deprecationNotices = (env: NodeJS.ProcessEnv): string[] =>
  Object.values<Variable<unknown>>(variables).flatMap(({ name, formerName }) =>
    formerName && env[formerName]?.trim() ? [`${formerName} is deprecated: use ${name}.`] : [],
  );
