import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor, Actors } from '../../context.ts';
import type { Db } from '../../db.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import { receivedQuery } from '../../route.ts';
import { type Customer, findCustomerForUpdate, provenEmailOf } from '../customers/customer-store.ts';
import { findCustomerOfToken, isLive } from './session-store.ts';

/** @param tokenInHeader false lets old clients send the token in the query (spec D4) */
export function openActors(db: Db, now: () => Date, tokenInHeader: boolean): Actors {
  const findActor = async (request: FastifyRequest) => {
    const token = findToken(request, tokenInHeader);
    if (!token) return undefined;
    const actor = await findCustomerOfToken(db, hashOf(token), now());
    if (!actor) throw new Problem('not_logged_in');
    const { email_proven_at, ...known } = actor;
    return { ...known, provenEmail: provenEmailOf({ email_proven_at, email: actor.email }) };
  };
  const getActor = async (request: FastifyRequest) => {
    const actor = await findActor(request);
    if (!actor) throw new Problem('not_logged_in');
    return actor;
  };
  return { findActor, getActor };
}

/**
 * Locks the caller's customer until the transaction ends, so that what it writes cannot follow a proof of the
 * address that clears the account (T29).
 * @throws Problem not_logged_in when the session has ended, or the account was erased, since it was verified
 */
export async function lockActor(
  trx: Db,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
): Promise<Customer> {
  const customer = await findCustomerForUpdate(trx, id);
  if (!customer || !(await isLive(trx, sessionId))) throw new Problem('not_logged_in');
  return customer;
}

/** Returns the access token of a request: from its header, or for old clients from its query (spec accounts 6). */
export function findToken(request: FastifyRequest, tokenInHeader: boolean): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer || tokenInHeader) return bearer;
  const { token } = receivedQuery(request);
  return typeof token === 'string' && token !== '' ? token : undefined;
}
