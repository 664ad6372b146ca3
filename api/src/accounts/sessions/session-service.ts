import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { hashOf, newToken, successorOf } from '../../platform/security/random-token.ts';
import type { Accounts } from '../customers/account-context.ts';
import { type Customer, holdProven } from '../customers/customer-store.ts';
import { accessTokenMs, after, graceMs, idleMs, sessionMs } from '../customers/token-lifetimes.ts';
import {
  endSession,
  endSessionOf,
  endSessionOfToken,
  endSessionsBeyond,
  findRefreshTokenForUpdate,
  insertAccessToken,
  insertRefreshToken,
  insertSession,
  isUnused,
  markExchanged,
  readLiveSessions,
  startRotation,
  touchSession,
} from './session-store.ts';

/** Tokens of a session: the access token authorizes calls, the refresh token renews it. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Maximum number of sessions of a customer; a new login ends the least recently used one. */
const maxSessions = 50;

/** Limit for exchanges of a session's refresh tokens; after an expiry, each waiting call may exchange one. */
const perSession = { burst: 300, perHour: 1200 };

/** The client of a session: `rotates` is false for one that keeps its first refresh token (ADR-010). */
export interface SessionClient {
  device: string;
  rotates: boolean;
}

/**
 * Starts a session with new tokens; nothing the client had before becomes part of it (T8).
 * @param customer whose password was just verified
 * @throws Problem login_failed when the password was changed meanwhile: the old one must not start a
 * session (T18)
 */
export function openSession(
  { db, now }: Accounts,
  customer: Customer,
  { device, rotates }: SessionClient,
): Promise<Tokens> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdProven(trx, customer))) throw new Problem('login_failed');
    const at = now();
    await endSessionsBeyond(trx, customer.id, at, maxSessions - 1);
    const session = await insertSession(trx, {
      customer_id: customer.id,
      device,
      rotates,
      created_at: at,
      used_at: at,
      ends_at: after(at, sessionMs),
    });
    const refreshToken = newToken();
    await insertRefreshToken(trx, { hash: hashOf(refreshToken), session_id: session, created_at: at });
    return { accessToken: await giveAccessToken(trx, session, at), refreshToken };
  });
}

type Exchange = Tokens | 'refused' | 'replayed';

/**
 * Exchanges a refresh token for the next one and a new access token. For ten seconds, a repeated exchange
 * returns the same successor, until that is used. Any older token was stolen, by either side, and ends the
 * family. The refresh token of a session that does not rotate stays the same.
 * @param inCookie the next token goes into a cookie: the session rotates from now on
 * @throws Problem token_refused, too_many_attempts
 */
export async function refreshSession(accounts: Accounts, token: string, inCookie: boolean): Promise<Tokens> {
  // Ending the family must be committed although the response is an error.
  const outcome = await accounts.db.transaction().execute((trx) => exchange(accounts, trx, token, inCookie));
  if (outcome === 'replayed') accounts.warn('a refresh token was used twice: its session has ended');
  if (typeof outcome === 'string') throw new Problem('token_refused');
  return outcome;
}

async function exchange(
  { now, secrets, limits }: Accounts,
  trx: Db,
  token: string,
  inCookie: boolean,
): Promise<Exchange> {
  const at = now();
  const known = await findRefreshTokenForUpdate(trx, hashOf(token));
  if (!known || !isLive(known, at)) return 'refused';
  await limits.within(trx).take(bucketKey('refresh', known.id), perSession);
  if (!known.rotates && !inCookie) {
    await touchSession(trx, known.id, at);
    return { accessToken: await giveAccessToken(trx, known.id, at), refreshToken: token };
  }
  if (!known.rotates) await startRotation(trx, known.id);
  const refreshToken = successorOf(token, secrets.refresh);
  if (known.exchanged_at === null) {
    await markExchanged(trx, hashOf(token), at);
    await insertRefreshToken(trx, {
      hash: hashOf(refreshToken),
      session_id: known.id,
      created_at: at,
    });
    await touchSession(trx, known.id, at);
  } else if (after(known.exchanged_at, graceMs) < at || !(await isUnused(trx, hashOf(refreshToken)))) {
    await endSession(trx, known.id, at);
    return 'replayed';
  }
  return { accessToken: await giveAccessToken(trx, known.id, at), refreshToken };
}

function isLive(session: { used_at: Date; ends_at: Date; ended_at: Date | null }, at: Date): boolean {
  return session.ended_at === null && session.ends_at > at && after(session.used_at, idleMs) > at;
}

async function giveAccessToken(trx: Db, session: string, at: Date): Promise<string> {
  const token = newToken();
  await insertAccessToken(trx, {
    hash: hashOf(token),
    session_id: session,
    expires_at: after(at, accessTokenMs),
  });
  return token;
}

/** Ends the session of each token; unknown tokens are ignored. */
export async function logOut({ db, now, note }: Accounts, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) await endSessionOfToken(db, hashOf(token), now());
  if (tokens.length > 0) note('a customer logged out');
}

/** Lists the sessions of a customer; `current` marks the calling one. */
export async function listSessions({ db, now }: Accounts, customer: { id: number; sessionId?: string }) {
  const sessions = await readLiveSessions(db, customer.id, now(), after(now(), -idleMs));
  return sessions.map(({ id, device, created_at, used_at }) => ({
    id,
    device,
    created_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
    current: id === customer.sessionId,
  }));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Ends one session of a customer.
 * @throws Problem session_not_found, also for another customer's session
 */
export async function endOneSession({ db, now, warn }: Accounts, customer: { id: number }, id: string) {
  const ended = uuid.test(id) && (await endSessionOf(db, customer.id, id, now()));
  if (!ended) throw new Problem('session_not_found');
  warn('a session was ended from another session', { customer: customer.id });
}
