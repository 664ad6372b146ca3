import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Whether a caller may set the request id and the trace headers. */
export type IsTrusted = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => boolean;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Trusts the operator's proxies and the shop's own page server, by their address and not by forwarding
 * headers.
 * @param proxies addresses and ranges, as in `TRUSTED_PROXIES`
 * @param isOwnPages whether the headers prove that a request comes from the shop's own page server
 */
export function trustedCallers(
  proxies: readonly string[] = [],
  isOwnPages: (headers: IncomingHttpHeaders) => boolean = () => false,
): IsTrusted {
  const known = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(bits), familyOf(address));
  }
  return ({ socket, headers }) => {
    const { remoteAddress: caller } = socket;
    return isOwnPages(headers) || (caller !== undefined && known.check(caller, familyOf(caller)));
  };
}
