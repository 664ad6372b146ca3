import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { placesIn } from './store-view-urls.ts';

/**
 * Origins of the shop's own pages: the public address and the hosts of its store views. Empty when
 * `PUBLIC_URL` is unset; the called address then counts (ADR-032).
 */
export function ownOrigins(config: Pick<Config, 'multistore' | 'storeUrls' | 'publicUrl'>): OwnOrigins {
  if (!config.publicUrl) return new Set();
  const hosts = placesIn(config).map(({ origin }) => origin);
  return new Set([new URL(config.publicUrl).origin, ...hosts.filter(Boolean)]);
}

export type OwnOrigins = ReadonlySet<string>;

/**
 * Rejects a call that a foreign page makes a browser send with our cookies (T10). Browsers report the
 * origin of a call, and no page can forge it. A call without these headers is rejected.
 * @throws Problem foreign_origin
 */
export function checkOwnOrigin(request: FastifyRequest, allowedOrigins: OwnOrigins): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'same-site')
    throw new Problem('foreign_origin');
  if (site === 'same-origin') return;
  const isOwn =
    allowedOrigins.size > 0
      ? allowedOrigins.has(origin ?? '')
      : origin === `${request.protocol}://${request.host}`;
  if (!isOwn) throw new Problem('foreign_origin');
}

/**
 * Whether a foreign page makes a browser send this request. A request without these headers comes from an
 * old browser or another client. That is safe here: payment cookies are not sent along with cross-site
 * requests.
 */
export function isForeign({ headers, protocol, host }: FastifyRequest, allowedOrigins: OwnOrigins): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-site') return site === 'cross-site';
  return (
    origin !== undefined &&
    !(allowedOrigins.size > 0 ? allowedOrigins.has(origin) : origin === `${protocol}://${host}`)
  );
}

/** Whether visitors reach the shop over https. */
export const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  (publicUrl ?? request.protocol).startsWith('https');
