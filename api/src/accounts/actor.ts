import { Problem } from '@fynbos/core/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db.ts';
import { findCustomerOfToken } from './session-store.ts';
import { hashOf } from './token.ts';

/** The customer who is calling, and the session it happens in. */
export interface Actor {
  id: number;
  group_id: number;
  email: string;
  locale: string;
  sessionId: string;
}

/** Who is calling, found by the token of a request; other nouns are given it in `ctx.actors`. */
export interface Actors {
  /**
   * The customer of the request's token; undefined for a visitor, who shows none (an empty one is none).
   *
   * @throws Problem not_logged_in for a token that does not count: a client must renew it, not shop on as a visitor
   */
  findActor(request: FastifyRequest): Promise<Actor | undefined>;
  /** The customer of the request's token. @throws Problem not_logged_in without one that counts */
  getActor(request: FastifyRequest): Promise<Actor>;
}

/** @param tokenInHeader false lets old clients send the token in the query (decision 4) */
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

/** The access token of a request: of its header, or where old clients are served, of its query (accounts 6). */
export function findToken({ headers, query }: FastifyRequest, tokenInHeader: boolean): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer || tokenInHeader) return bearer;
  const { token } = query as { token?: unknown };
  return typeof token === 'string' && token !== '' ? token : undefined;
}
