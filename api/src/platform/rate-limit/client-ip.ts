import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the key under which attempts of an address are counted: an IPv4 address itself, or the first 64
 * bits of IPv6, since one connection owns all the rest. `request.ip` trusts a proxy only if configured
 * (`TRUSTED_PROXIES`).
 */
export function clientIpOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  return isIPv6(ip) ? parts(ip).slice(0, 4).join(':') : ip;
}

/**
 * Returns the network of an address: 24 bits of IPv4, 48 of IPv6; attackers often rent neighbouring
 * addresses.
 */
export function networkOf(ip: string): string {
  const clientIp = clientIpOf(ip);
  if (isIPv4(clientIp)) return clientIp.split('.').slice(0, 3).join('.');
  return clientIp.split(':').slice(0, 3).join(':');
}

/** Returns the eight parts of an IPv6 address, with `::` expanded. */
function parts(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const [before, after] = [head, tail ?? ''].map((side) => side.split(':').filter(Boolean));
  const gap = Array<string>(Math.max(0, 8 - before!.length - after!.length)).fill('0');
  return [...before!, ...(tail === undefined ? [] : gap), ...after!].map((part) =>
    Number.parseInt(part, 16).toString(16),
  );
}
