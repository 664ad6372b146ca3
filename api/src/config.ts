import { shop } from '@fynbos/core/shop.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
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
import { variable } from './config-variable.ts';
import { UserFacingError } from './database/start-problem.ts';
import { liveAddressError } from './live-addresses.ts';
import { operationVariables } from './operation-variables.ts';
import { paymentVariables } from './payment-variables.ts';
import { processVariables } from './process-variables.ts';
import { pushSettingsError, pushVariables } from './push-variables.ts';
import { roleError } from './roles.ts';
import { visitorVariables } from './visitor-variables.ts';

/** The operator's settings, read once at start. `variables` maps each to its environment variable. */
export type Config = { [Key in keyof typeof variables]: ReturnType<(typeof variables)[Key]['read']> };

/** Every variable the shop reads, in the order of the operator's page (docs/operating.md). */
export const variables = {
  ...processVariables,
  smtpUrl: variable(
    'SMTP_URL',
    '',
    'The mail server: `smtp://user:password@host:587` or `smtps://…`. When unset, `npm start` sends mail to the local mail sink.',
    optional(address('smtp:', 'smtps:')),
  ),
  mailFrom: variable(
    'MAIL_FROM',
    'Fynbos <shop@fynbos.example>',
    'The sender of the shop’s mail: an address, or `Name <address>`.',
    sender,
  ),
  contactMail: variable(
    'CONTACT_MAIL',
    'shop@fynbos.example',
    'The recipients of messages from the contact form: addresses, separated by commas. Contact messages go to no other address.',
    mailAddresses,
  ),
  sellerName: variable(
    'SELLER_NAME',
    'Fynbos Demo (Pty) Ltd',
    'The seller’s name on a tax invoice. Use the default for trials only.',
    (text) => text,
  ),
  sellerAddress: variable(
    'SELLER_ADDRESS',
    shop.address,
    'The seller’s address on a tax invoice.',
    (text) => text,
  ),
  vatNumber: variable(
    'VAT_NUMBER',
    'DEMO-4000000000',
    'The seller’s VAT number on a tax invoice: ten digits that begin with 4.',
    (text) => text,
  ),
  mailSinkPort: variable(
    'MAIL_SINK_PORT',
    '3025',
    'The port of the mail sink’s page, on loopback only. 0 or a port in use selects a free one.',
    wholeNumber(0, 65_535),
  ),
  partitionKeys: variable(
    'PARTITION_KEYS',
    'za',
    'Names of the shop that clients may use in API paths, separated by commas; the first is the default.',
    names,
  ),
  apiMode: variable(
    'API_MODE',
    'api',
    'The API protocols: `api` serves HTTP calls only; `graphql` serves HTTP calls and `/graphql`.',
    oneOf('api', 'graphql'),
  ),
  outputCache: variable(
    'OUTPUT_CACHE',
    'off',
    'Whether pages for visitors are cached until the catalogue changes, for a day at most.',
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
    'Whether pages request live stock; off, they show stock as uncertain.',
    onOrOff,
  ),
  listOutOfStock: variable(
    'LIST_OUT_OF_STOCK',
    'on',
    'Whether sold-out products and variants are listed.',
    onOrOff,
  ),
  zeroPriceProducts: variable(
    'ZERO_PRICE_PRODUCTS',
    'off',
    'Whether a product with a price of zero can be bought.',
    onOrOff,
  ),
  outOfStockInCart: variable(
    'OUT_OF_STOCK_IN_CART',
    'on',
    'Whether a sold-out product can be added to the cart, with a notice; the order is rejected.',
    onOrOff,
  ),
  cartSync: variable(
    'CART_SYNC',
    'on',
    'Whether browsers synchronise their carts with the shop; off, each cart stays in its browser.',
    onOrOff,
  ),
  totalsSync: variable(
    'TOTALS_SYNC',
    'on',
    'Whether browsers show the totals that the shop calculated for a cart; off, they calculate the totals themselves.',
    onOrOff,
  ),
  countUnits: variable(
    'COUNT_PIECES',
    'on',
    'Whether the number at the cart counts units; off, it counts lines.',
    onOrOff,
  ),
  confirmRemoval: variable(
    'ASK_BEFORE_REMOVING',
    'on',
    'Whether shoppers confirm before an item is removed from their cart.',
    onOrOff,
  ),
  sendOfflineOrders: variable(
    'SEND_OFFLINE_ORDERS',
    'off',
    'Whether orders placed offline are sent as soon as the network returns; off, the shopper confirms first.',
    onOrOff,
  ),
  externalCheckoutUrl: variable(
    'EXTERNAL_CHECKOUT_URL',
    '',
    'An external checkout: `https://pay.example/cart`. «Proceed to checkout» then becomes a link to it.',
    optional(address('http:', 'https:')),
  ),
  priceTiers: variable(
    'PRICE_TIERS',
    'off',
    'Whether quantity prices and prices of customer groups apply.',
    onOrOff,
  ),
  userGroupTax: variable(
    'USER_GROUP_TAX',
    'off',
    'Whether the customer’s group decides which tax rules apply.',
    onOrOff,
  ),
  taxRegion: variable(
    'TAX_REGION',
    '',
    'The name of the region whose tax rates apply in addition to those of the whole country.',
    optional((text) => text),
  ),
  multistore: variable('MULTISTORE', 'off', 'Whether the store views `de` and `it` are enabled.', onOrOff),
  storeUrls: variable(
    'STORE_URLS',
    '',
    'Addresses of store views that are not served at `/de` and `/it` of the shop: `de=https://de.shop.example it=https://shop.example/it`. Needs `PUBLIC_URL`.',
    optional(viewAddresses(...viewCodes)),
  ),
  camelCasePrices: variable(
    'CAMEL_CASE_PRICES',
    'off',
    'Whether products carry every price field a second time in camelCase, for old clients.',
    onOrOff,
  ),
  tokenInHeader: variable(
    'TOKEN_IN_HEADER',
    'on',
    'Whether tokens travel in headers only; off, they are read from the query too.',
    onOrOff,
  ),
  tokenRefresh: variable(
    'TOKEN_REFRESH',
    'on',
    'Whether a customer’s expired access token is renewed automatically.',
    onOrOff,
  ),
  ...paymentVariables,
  ...visitorVariables,
  ...pushVariables,
  ...operationVariables,
  trustedProxies: variable(
    'TRUSTED_PROXIES',
    '',
    'Addresses or ranges of the proxies before the shop, separated by commas (`10.0.0.0/8`). The shop believes `X-Forwarded-For` from these only.',
    optional(proxies),
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'warn',
    'The log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
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
  const entries = Object.entries(variables).map(([key, { name, standard, read }]) => {
    try {
      return [key, read(env[name]?.trim() || standard)];
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

/** The operator's table of all variables, as Markdown. */
export function describeVariables(): string {
  const rows = Object.values(variables).map(
    ({ name, standard, meaning }) => `| \`${name}\` | ${standard && `\`${standard}\``} | ${meaning} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
