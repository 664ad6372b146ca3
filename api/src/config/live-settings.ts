import { isDeepStrictEqual } from 'node:util';
import { providerList } from '../payments/providers/provider-list.ts';
import type { ValuesOf, Variable } from './config-variable.ts';
import type { ProviderSettings, paymentVariables } from './payment-variables.ts';
import type { processVariables } from './process-variables.ts';

const testHosts = providerList.flatMap((provider) => provider.testHosts);

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
type LiveSettings = Pick<ValuesOf<typeof paymentVariables>, 'payments'> &
  Pick<ValuesOf<typeof processVariables>, 'role'> & { providers: ProviderSettings } & Record<
    (typeof sellerKeys)[number],
    unknown
  >;

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
  const errors = settingsOf(config)
    .flat()
    .flatMap(({ name, isAddress, value }) => {
      const error = isAddress && typeof value === 'string' && addressError(value);
      return error ? [`${name} ${error}`] : [];
    });
  return errors.length > 0
    ? `PAYMENTS=live takes real money, so it needs the production addresses of the providers: ${errors.join('; ')}.`
    : undefined;
}

/** A provider with some of its settings is a mistake: it would not be offered. */
function providersError(config: LiveSettings): string | undefined {
  const errors = settingsOf(config).flatMap((settings) => {
    const missing = settings.filter(({ value }) => value === undefined);
    if (missing.length === settings.length || missing.length === 0) return [];
    return [missing.map(({ name }) => name).join(', ')];
  });
  return errors.length > 0
    ? `PAYMENTS=live needs all settings of a provider, or none of them. Missing: ${errors.join('; ')}.`
    : undefined;
}

/** The settings of each provider with their values. */
const settingsOf = ({ providers }: LiveSettings) =>
  providerList.map(({ code, settings }) =>
    Object.entries(settings).map(([key, setting]) => ({ ...setting, value: providers[code][key] })),
  );

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
