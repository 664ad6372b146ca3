import { shop } from '@fynbos/core/shop.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
import { messageOf, UserFacingError } from '../platform/errors/user-facing-error.ts';
import { cartVariables } from './cart-variables.ts';
import { catalogueVariables } from './catalogue-variables.ts';
import {
  address,
  countryCode,
  demoVatNumber,
  key,
  mailAddresses,
  names,
  noticedStates,
  oneOfValues,
  onOrOff,
  optional,
  proxies,
  sender,
  vatNumberOf,
  viewAddresses,
  wholeNumber,
} from './config-values.ts';
import { usedName, type ValuesOf, type Variable, variable } from './config-variable.ts';
import { liveSettingsError } from './live-settings.ts';
import {
  type ProviderSettings,
  paymentVariables,
  providerSettings,
  providerVariables,
} from './payment-variables.ts';
import { processVariables } from './process-variables.ts';
import { pushSettingsError, pushVariables } from './push-variables.ts';
import { visitorVariables } from './visitor-variables.ts';

/** The operator's settings, read once at start. `variables` maps each to its environment variable. */
export type Config = ValuesOf<typeof variables> & { providers: ProviderSettings };

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
  orderNoticeTo: variable(
    'ORDER_NOTICE_TO',
    '',
    'Mail addresses that are told of orders, separated by commas. Unset sends no notices.',
    optional(mailAddresses),
  ),
  orderNotices: variable(
    'ORDER_NOTICES',
    'placed',
    'What is told of orders, separated by commas: `placed`, `canceled`, `returned`.',
    noticedStates,
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
    demoVatNumber,
    "The seller's VAT number on a tax invoice: ten digits, the first a 4. `none` for a seller who is not registered.",
    vatNumberOf,
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
    oneOfValues('api', 'graphql'),
  ),
  outputCache: variable(
    'OUTPUT_CACHE',
    'on',
    'Caches pages for visitors until the catalogue changes, one day at most ([page cache](#page-cache)).',
    onOrOff,
  ),
  cacheTags: variable(
    'OUTPUT_CACHE_TAGS',
    'off',
    'Lists the tags of a cached page in the header `X-VS-Cache-Tags`, for a proxy that caches pages.',
    onOrOff,
  ),
  invalidationKey: variable(
    'INVALIDATION_KEY',
    '',
    'Secret for cache invalidation (`/invalidate?key=…&tag=P58,C20`), at least 16 characters. Unset disables the endpoint.',
    optional(key),
  ),
  ...catalogueVariables,
  ...cartVariables,
  priceTiers: variable('PRICE_TIERS', 'off', 'Applies prices by quantity and customer group.', onOrOff),
  userGroupTax: variable(
    'USER_GROUP_TAX',
    'off',
    "The customer's group decides which tax rules apply.",
    onOrOff,
  ),
  taxCountry: variable(
    'TAX_COUNTRY',
    shop.country,
    'Country whose tax rates apply in the default store view. Other views use the rates of their own country.',
    countryCode,
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
  ...providerVariables,
  ...visitorVariables,
  ...pushVariables,
  metricsKey: variable(
    'METRICS_KEY',
    '',
    'Bearer token for the metrics endpoint, at least 16 characters. If unset, metrics are available from this machine and private networks only, and not at all if `PUBLIC_URL` names another machine.',
    optional(key),
  ),
  tracesUrl: variable(
    'TRACES_URL',
    '',
    'OpenTelemetry collector that accepts OTLP over HTTP, `http://localhost:4318`. Unset disables traces.',
    optional(address('http:', 'https:')),
  ),
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
    oneOfValues('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
};

/**
 * Reads and validates the configuration. An empty variable counts as not set.
 * @throws UserFacingError that names every invalid variable and its valid values, or a
 * combination that does not work
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const wrong: string[] = [];
  const entries = Object.entries<Variable<unknown>>(variables).map(([key, setting]) => {
    const name = usedName(setting, env);
    try {
      return [key, setting.read(env[name]?.trim() || setting.standard)];
    } catch (error) {
      wrong.push(`${name} must be ${messageOf(error)}, it is "${withoutPassword(env[name] ?? '')}"`);
      return [key, undefined];
    }
  });
  if (wrong.length > 0) throw new UserFacingError(`${wrong.join('; ')}.`);
  const values = Object.fromEntries(entries);
  // The entries have the keys of `variables`, each with a value of its `read`.
  const config = { ...values, providers: providerSettings(values) } as Config;
  // Alone, neither role can tell or learn which pages changed.
  const isUnconnected = config.role !== 'shop' && !config.redisUrl;
  if (isUnconnected && !env.OUTPUT_CACHE?.trim()) config.outputCache = false;
  const configError = liveSettingsError(config, variables) ?? pushSettingsError(config) ?? roleError(config);
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

/**
 * Checks that the settings fit the role of the process.
 * @returns a sentence; undefined when they do
 */
function roleError(config: Config): string | undefined {
  const { role, apiUrl, publicUrl, publicApiUrl, outputCache, redisUrl } = config;
  if (role !== 'storefront' && apiUrl)
    return `API_URL is for ROLE=storefront: a process with ROLE=${role} is the API itself.`;
  if (role === 'storefront' && !apiUrl)
    return 'ROLE=storefront needs API_URL: its pages are rendered from API responses.';
  if (role !== 'shop' && outputCache && !redisUrl)
    return `OUTPUT_CACHE=on with ROLE=${role} needs REDIS_URL: APIs notify storefronts of changes through Redis.`;
  if (role === 'api' && !publicUrl)
    return 'ROLE=api needs PUBLIC_URL: links in mails and payments lead to the pages of another process.';
  if (publicApiUrl && !publicUrl)
    return 'PUBLIC_API_URL needs PUBLIC_URL: the API accepts requests from the pages of that address only.';
  return undefined;
}
