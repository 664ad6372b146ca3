import { isDeepStrictEqual } from 'node:util';
import type { ValuesOf, Variable } from './config-variable.ts';
import { paymentVariables } from './payment-variables.ts';
import type { processVariables } from './process-variables.ts';

const addresses = ['oppwaUrl', 'payflexUrl', 'payflexAuthUrl', 'ozowUrl', 'ikhokhaUrl', 'paypalUrl'] as const;

/** Test hosts of the providers. Their accounts and keys are separate from those in production. */
const testHosts = [
  /(^|\.)sandbox\.paypal\.com$/,
  /(^|[.-])uat\.payflex\.co\.za$/,
  /^staging[\w-]*\.ozow\.com$/,
  /^sandbox-card\.peachpayments\.com$/,
  /^testsecure\.peachpayments\.com$/,
  /(^|[.-])test\.oppwa\.com$/,
];

/**
 * Whether a host is a loopback address.
 * @param host as `URL.hostname` writes it
 */
export const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) ||
  /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/.test(host);

function addressError(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/\.$/, '');
  if (isLoopback(host)) return 'is a loopback address';
  if (testHosts.some((pattern) => pattern.test(host))) return 'is a test environment';
  return protocol === 'https:' ? undefined : 'does not use https';
}

/** The settings that are checked. */
type LiveSettings = ValuesOf<typeof paymentVariables> &
  Pick<ValuesOf<typeof processVariables>, 'role'> &
  Record<(typeof sellerKeys)[number], unknown>;

/**
 * Checks that the settings suit real money. Otherwise the shop would ship unpaid orders, expose keys and
 * personal data on the network, sell in the name of the demo, or lack a provider without a word.
 * @returns a sentence; undefined when all are valid, in test mode, and for a process that only shows pages
 */
export function liveSettingsError(config: LiveSettings, variables: SellerVariables): string | undefined {
  if (config.payments !== 'live' || config.role === 'storefront') return undefined;
  return addressesError(config) ?? providersError(config) ?? sellerError(config, variables);
}

function addressesError(config: LiveSettings): string | undefined {
  const errors = addresses.flatMap((key) => {
    const error = config[key] && addressError(config[key]);
    return error ? [`${paymentVariables[key].name} ${error}`] : [];
  });
  return errors.length > 0
    ? `PAYMENTS=live takes real money, so it needs the production addresses of the providers: ${errors.join('; ')}.`
    : undefined;
}

const prefixes = ['OPPWA', 'PAYFLEX', 'OZOW', 'IKHOKHA', 'PAYPAL'];

/** A provider with some of its settings is a mistake: it would not be offered. */
function providersError(config: LiveSettings): string | undefined {
  // The keys are those of the table.
  const keys = Object.keys(paymentVariables) as (keyof typeof paymentVariables)[];
  const errors = prefixes.flatMap((prefix) => {
    const ofProvider = keys.filter((key) => paymentVariables[key].name.startsWith(`${prefix}_`));
    const missing = ofProvider.filter((key) => config[key] === undefined);
    if (missing.length === 0 || missing.length === ofProvider.length) return [];
    return [missing.map((key) => paymentVariables[key].name).join(', ')];
  });
  return errors.length > 0
    ? `PAYMENTS=live needs all settings of a provider, or none of them. Missing: ${errors.join('; ')}.`
    : undefined;
}

const sellerKeys = ['sellerName', 'sellerAddress', 'vatNumber', 'contactMail', 'mailFrom'] as const;
type SellerVariables = Record<(typeof sellerKeys)[number], Variable<unknown>>;

function sellerError(config: LiveSettings, variables: SellerVariables): string | undefined {
  const demo = sellerKeys.filter((key) => {
    const { standard, read } = variables[key];
    return isDeepStrictEqual(config[key], read(standard));
  });
  return demo.length > 0
    ? `PAYMENTS=live takes real money, so it cannot name the seller of the demo: set ${demo.map((key) => variables[key].name).join(', ')}.`
    : undefined;
}
