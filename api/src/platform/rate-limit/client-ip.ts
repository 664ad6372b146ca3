import { isIPv4, isIPv6 } from 'node:net';

/**
 * Reads an address as proxies write it: with a port, in brackets, with a zone, or an IPv4 address mapped to
 * IPv6. Undefined for anything else.
 */
export function readAddress(written: string): string | undefined {
  const text = written.trim();
  const withPort = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  const [address = ''] = (withPort?.[1] ?? text).split('%');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? [];
  return high && low ? [...bytesOf(high), ...bytesOf(low)].join('.') : canonical;
}

const bytesOf = (hex: string): number[] => {
  const number = Number.parseInt(hex, 16);
  return [number >> 8, number & 255];
};

/**
 * Returns the key under which attempts of an address are counted: an IPv4 address itself, or the first 64
 * bits of IPv6, since one connection owns all the rest. `request.ip` trusts a proxy only if configured
 * (`TRUSTED_PROXIES`).
 */
export function clientIpOf(ip: string): string {
  const address = readAddress(ip) ?? ip;
  return isIPv6(address) ? parts(address).slice(0, 4).join(':') : address;
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

/** Returns the eight parts of a canonical IPv6 address, with `::` expanded. */
function parts(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...(tail === undefined ? [] : gap), ...after];
}
