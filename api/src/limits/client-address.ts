import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whom tries from an internet address are counted for: an IPv4 address itself; of IPv6 the first 64 bits,
 * since one connection has all the rest to itself. `request.ip` believes a proxy only when it is trusted
 * (`TRUSTED_PROXIES`).
 */
export function machineOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  return isIPv6(ip) ? parts(ip).slice(0, 4).join(':') : ip;
}

/** The neighbourhood of an address: 24 bits of IPv4, 48 of IPv6; who rents one address often rents its neighbours. */
export function networkOf(ip: string): string {
  const machine = machineOf(ip);
  if (isIPv4(machine)) return machine.split('.').slice(0, 3).join('.');
  return machine.split(':').slice(0, 3).join(':');
}

/** The eight parts of an IPv6 address, `::` written out. */
function parts(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const [before, after] = [head, tail ?? ''].map((side) => side.split(':').filter(Boolean));
  const gap = Array<string>(Math.max(0, 8 - before!.length - after!.length)).fill('0');
  return [...before!, ...(tail === undefined ? [] : gap), ...after!].map((part) =>
    Number.parseInt(part, 16).toString(16),
  );
}
