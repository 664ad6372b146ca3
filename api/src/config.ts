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
import { StartProblem } from './database/start-problem.ts';
import { liveFault } from './live-addresses.ts';
import { operationVariables } from './operation-variables.ts';
import { paymentVariables } from './payment-variables.ts';
import { processVariables } from './process-variables.ts';
import { pushFault, pushVariables } from './push-variables.ts';
import { roleFault } from './roles.ts';
import { visitorVariables } from './visitor-variables.ts';

/** What an operator may set, read once at start; `variables` says which environment variable sets what. */
export type Config = { [Key in keyof typeof variables]: ReturnType<(typeof variables)[Key]['read']> };

/** Every variable the shop reads, in the order the operator's page prints them (docs/operating.md). */
export const variables = {
  ...processVariables,
  smtpUrl: variable(
    'SMTP_URL',
    '',
    'The mail server: `smtp://user:password@host:587` or `smtps://…`. Without one `npm start` keeps mail on this machine, in the mail sink.',
    optional(address('smtp:', 'smtps:')),
  ),
  mailFrom: variable(
    'MAIL_FROM',
    'Fynbos <shop@fynbos.example>',
    'Who the shop’s mail comes from: an address, or `Name <address>`.',
    sender,
  ),
  contactMail: variable(
    'CONTACT_MAIL',
    'shop@fynbos.example',
    'Who reads what customers write to the shop: addresses, separated by commas. Contact mail goes nowhere else.',
    mailAddresses,
  ),
  sellerName: variable(
    'SELLER_NAME',
    'Fynbos Demo (Pty) Ltd',
    'Who sells, as a tax invoice must name it. The default is for trying things out only.',
    (text) => text,
  ),
  sellerAddress: variable(
    'SELLER_ADDRESS',
    shop.address,
    'The seller’s address, as a tax invoice must give it.',
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
    'The port of the mail sink’s page, on this machine only; 0 takes a free one, and so does a port that is in use.',
    wholeNumber(0, 65_535),
  ),
  partitionKeys: variable(
    'PARTITION_KEYS',
    'za',
    'Names of the shop that clients may ask for, separated by commas; the first is the default.',
    names,
  ),
  apiMode: variable(
    'API_MODE',
    'api',
    'What clients are answered in: `api`, the HTTP calls; `graphql`, those and `/graphql` besides.',
    oneOf('api', 'graphql'),
  ),
  outputCache: variable(
    'OUTPUT_CACHE',
    'off',
    'Whether pages for visitors are kept ready until the catalogue changes, a day at most.',
    onOrOff,
  ),
  invalidationKey: variable(
    'INVALIDATION_KEY',
    '',
    'The key with which `/invalidate?key=…&tag=P58,C20` makes kept pages be forgotten, 16 signs at least; without one nobody can.',
    optional(key),
  ),
  stockSync: variable(
    'STOCK_SYNC',
    'on',
    'Whether pages ask for live stock; off, they say that they are not sure.',
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
    'Whether a product that costs nothing may be bought.',
    onOrOff,
  ),
  outOfStockInCart: variable(
    'OUT_OF_STOCK_IN_CART',
    'on',
    'Whether a sold-out product may be put into the cart, with a notice; the order refuses it.',
    onOrOff,
  ),
  cartSync: variable(
    'CART_SYNC',
    'on',
    'Whether browsers bring their carts to the shop; off, each cart stays in its browser.',
    onOrOff,
  ),
  totalsSync: variable(
    'TOTALS_SYNC',
    'on',
    'Whether browsers show what the shop worked out for a cart; off, they add up by themselves.',
    onOrOff,
  ),
  countPieces: variable(
    'COUNT_PIECES',
    'on',
    'Whether the number at the cart counts pieces; off, it counts lines.',
    onOrOff,
  ),
  askBeforeRemoving: variable(
    'ASK_BEFORE_REMOVING',
    'on',
    'Whether shoppers are asked before something is removed from their cart.',
    onOrOff,
  ),
  sendOfflineOrders: variable(
    'SEND_OFFLINE_ORDERS',
    'off',
    'Whether orders made without a network are sent as soon as there is one; off, the shopper is asked first.',
    onOrOff,
  ),
  externalCheckoutUrl: variable(
    'EXTERNAL_CHECKOUT_URL',
    '',
    'Where shoppers pay when that is not here: `https://pay.example/cart`. «Proceed to checkout» then gives way to a link there.',
    optional(address('http:', 'https:')),
  ),
  priceTiers: variable(
    'PRICE_TIERS',
    'off',
    'Whether prices for quantities and customer groups count.',
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
    'The region whose tax rates hold beside those of the whole country, by its name.',
    optional((text) => text),
  ),
  multistore: variable('MULTISTORE', 'off', 'Whether the store views `de` and `it` sell.', onOrOff),
  storeUrls: variable(
    'STORE_URLS',
    '',
    'Where store views are found that do not stand at `/de` and `/it` of the shop, each its address: `de=https://de.shop.example it=https://shop.example/it`. Needs `PUBLIC_URL`.',
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
    'Whether a customer’s expired access token is renewed by itself.',
    onOrOff,
  ),
  ...paymentVariables,
  ...visitorVariables,
  ...pushVariables,
  ...operationVariables,
  trustedProxies: variable(
    'TRUSTED_PROXIES',
    '',
    'Addresses or ranges of the proxies before the shop, separated by commas (`10.0.0.0/8`); only they may say who a visitor is (`X-Forwarded-For`).',
    optional(proxies),
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'warn',
    'How much the log says: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
};

/**
 * Reads and checks the configuration. An empty variable counts as not set.
 *
 * @throws StartProblem that names every variable which is wrong, and what it must be; or what of it takes no real money
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
  if (wrong.length > 0) throw new StartProblem(`${wrong.join('; ')}.`);
  const config = Object.fromEntries(entries) as Config;
  const fault = liveFault(config) ?? pushFault(config) ?? roleFault(config);
  if (fault) throw new StartProblem(fault);
  return config;
}

/** An address as it may be shown to people and logs. */
export const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1@').replace(/([?&]password=)[^&]*/, '$1…');

/** The operator's table of all variables, as Markdown. */
export function describeVariables(): string {
  const rows = Object.values(variables).map(
    ({ name, standard, meaning }) => `| \`${name}\` | ${standard && `\`${standard}\``} | ${meaning} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
