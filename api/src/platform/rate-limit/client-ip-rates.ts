import { clientIpOf, networkOf } from './client-ip.ts';
import { bucketKey, type Rate } from './rate-limits.ts';
import type { Bucket } from './token-buckets.ts';

/**
 * Rates of a client IP and of its network: attackers often rent neighbouring addresses. A mobile carrier
 * has tens of thousands of customers in one network, so its rate is many times higher.
 */
export interface ClientRates {
  clientIp: Rate;
  network: Rate;
}

/** Returns the buckets of a client IP and of its network, for `takeTokens`. */
export function clientBuckets(
  kind: string,
  ip: string,
  { clientIp, network }: ClientRates,
): [clientIp: Bucket, network: Bucket] {
  return [
    { key: bucketKey(`${kind}-machine`, clientIpOf(ip)), rate: clientIp },
    { key: bucketKey(`${kind}-network`, networkOf(ip)), rate: network },
  ];
}
