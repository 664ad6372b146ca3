import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Actors } from '../../context.ts';
import type { Db } from '../../db.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { findCustomerOfToken } from './session-store.ts';

/** @param tokenInHeader false lets old clients send the token in the query (spec D4) */
export function openActors(db: Db, now: () => Date, tokenInHeader: boolean): Actors {
  const findActor = async (request: FastifyRequest) => {
    const token = findToken(request, tokenInHeader);
    if (!token) return undefined;
    const actor = await findCustomerOfToken(db, hashOf(token), now());
    if (!actor) throw new Problem('not_logged_in');
    return actor;
  };
  const getActor = async (request: FastifyRequest) => {
    const actor = await findActor(request);
    if (!actor) throw new Problem('not_logged_in');
    return actor;
  };
  return { findActor, getActor };
}

/** Returns the access token of a request: from its header, or for old clients from its query (spec accounts 6). */
export function findToken({ headers, query }: FastifyRequest, tokenInHeader: boolean): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer || tokenInHeader) return bearer;
  const { token } = query as { token?: unknown };
  return typeof token === 'string' && token !== '' ? token : undefined;
}
