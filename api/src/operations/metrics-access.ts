import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/live-settings.ts';
import { isEqualInConstantTime } from '../platform/security/constant-time-equal.ts';

const near = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, bits, 'ipv6');

/** Headers by which proxies name their client. */
const passedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request may read the metrics: with the operator's key or, if none is set, from a private
 * network. Behind a proxy every client may seem to be on a private network. So without a key the metrics
 * are closed if the shop has a public address, or if an unconfigured proxy forwards the request.
 */
export function mayReadMetrics(
  request: FastifyRequest,
  config: Pick<Config, 'metricsKey' | 'publicUrl'>,
): boolean {
  const { metricsKey, publicUrl } = config;
  const { headers, ip, ips = [] } = request;
  if (metricsKey !== undefined)
    return isEqualInConstantTime(headers.authorization ?? '', `Bearer ${metricsKey}`);
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname)) return false;
  const isUnknownProxy = ips.length < 2 && passedOn.some((name) => headers[name] !== undefined);
  return !isUnknownProxy && near.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4');
}
