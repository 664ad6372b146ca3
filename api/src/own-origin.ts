import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { placesIn } from './view-places.ts';

/**
 * Where the shop's own pages come from: its address as visitors type it, and the hosts of its store views. None where
 * the operator did not say, which means the address that is called ([why](../../docs/decisions/032-origins.md)).
 */
export function ownOrigins(config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl'>): OwnOrigins {
  if (!config.publicUrl) return new Set();
  const hosts = placesIn(config).map(({ origin }) => origin);
  return new Set([new URL(config.publicUrl).origin, ...hosts.filter(Boolean)]);
}

export type OwnOrigins = ReadonlySet<string>;

/**
 * Refuses a call that a page of somebody else makes a browser send with our cookies (T10). Browsers say where a
 * call comes from, and no page can make them lie; who says nothing is refused.
 *
 * @throws Problem foreign_origin
 */
export function checkOwnOrigin(request: FastifyRequest, own: OwnOrigins): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'same-site')
    throw new Problem('foreign_origin');
  if (site === 'same-origin') return;
  const isOwn = own.size > 0 ? own.has(origin ?? '') : origin === `${request.protocol}://${request.host}`;
  if (!isOwn) throw new Problem('foreign_origin');
}

/**
 * Whether a page of somebody else makes a browser send this. Who says nothing is no browser, or an old one: what a cookie
 * that no foreign page can send along opens is not worth more (payments).
 */
export function isForeign({ headers, protocol, host }: FastifyRequest, own: OwnOrigins): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-site') return site === 'cross-site';
  return origin !== undefined && !(own.size > 0 ? own.has(origin) : origin === `${protocol}://${host}`);
}

/** Whether visitors reach the shop by https. */
export const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  (publicUrl ?? request.protocol).startsWith('https');
