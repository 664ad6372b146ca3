import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Whether who calls may say what a request is called and which trace it belongs to. */
export type IsTrusted = (request: IncomingMessage) => boolean;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Trusts the operator's proxies and our own pages' server, by who calls and not by what is said of who called them.
 *
 * @param proxies addresses and ranges, as `TRUSTED_PROXIES` names them
 * @param isOwnPages whether a request's headers show that it comes from our own pages' server
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
