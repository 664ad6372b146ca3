import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a call that a page of somebody else makes a browser send with our cookies (T10). Browsers say where a
 * call comes from, and no page can make them lie; who says nothing is refused.
 *
 * @param publicUrl the shop's address as visitors type it; without it the one that was called
 * @throws Problem foreign_origin
 */
export function checkOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'same-site')
    throw new Problem('foreign_origin');
  if (site === 'same-origin') return;
  const own = publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;
  if (origin !== own) throw new Problem('foreign_origin');
}

/** Whether visitors reach the shop by https. */
export const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  (publicUrl ?? request.protocol).startsWith('https');
