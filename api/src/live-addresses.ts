import type { Config } from './config.ts';
import { paymentVariables } from './payment-variables.ts';

const addresses = ['oppwaUrl', 'payflexUrl', 'payflexAuthUrl', 'ozowUrl', 'ikhokhaUrl', 'paypalUrl'] as const;

/** Where providers pretend: each has a shop of its own there, whose keys open no other. */
const testHosts = [
  /(^|\.)sandbox\.paypal\.com$/,
  /(^|[.-])uat\.payflex\.co\.za$/,
  /^staging[\w-]*\.ozow\.com$/,
  /^sandbox-card\.peachpayments\.com$/,
  /^testsecure\.peachpayments\.com$/,
  /(^|[.-])test\.oppwa\.com$/,
];

/** Whether a host is this machine. @param host as `URL.hostname` writes it */
export const isLoopback = (host: string): boolean =>
  /(^|\.)localhost$/.test(host) ||
  /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/.test(host);

function faultOf(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/\.$/, '');
  if (isLoopback(host)) return 'is on this machine';
  if (testHosts.some((pattern) => pattern.test(host))) return 'takes pretend money only';
  return protocol === 'https:' ? undefined : 'is not reached by https';
}

/**
 * What of the providers' addresses is wrong for a shop that takes real money: it would send out what nobody paid for, or
 * show keys and names of people to whoever listens on the way.
 *
 * @returns a sentence; undefined where nothing is, and where money is pretended
 */
export function liveFault(config: Config): string | undefined {
  if (config.payments !== 'live') return undefined;
  const faults = addresses.flatMap((key) => {
    const fault = config[key] && faultOf(config[key]);
    return fault ? [`${paymentVariables[key].name} ${fault}`] : [];
  });
  return faults.length > 0
    ? `PAYMENTS=live takes real money, so it needs the providers’ real addresses: ${faults.join('; ')}.`
    : undefined;
}
