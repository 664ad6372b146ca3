import type { Config } from './config.ts';
import { paymentVariables } from './payment-variables.ts';

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

/**
 * Checks that the providers' addresses suit real money. Otherwise the shop would ship unpaid orders, or
 * expose keys and personal data on the network.
 * @returns a sentence; undefined when all addresses are valid, and in sandbox mode
 */
export function liveAddressError(config: Config): string | undefined {
  if (config.payments !== 'live') return undefined;
  const errors = addresses.flatMap((key) => {
    const error = config[key] && addressError(config[key]);
    return error ? [`${paymentVariables[key].name} ${error}`] : [];
  });
  return errors.length > 0
    ? `PAYMENTS=live takes real money, so it needs the production addresses of the providers: ${errors.join('; ')}.`
    : undefined;
}
