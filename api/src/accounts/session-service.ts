import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../db.ts';
import type { Accounts } from './accounts.ts';
import { type Customer, holdProven } from './customer-store.ts';
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
  touchSession,
} from './session-store.ts';
import { accessTokenMs, after, graceMs, idleMs, sessionMs } from './session-times.ts';
import { hashOf, newToken, successorOf } from './token.ts';

/** What a client gets of a session: the one token it calls with, the other it renews it with. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Places that a customer is logged in at; who logs in once more is logged out where they were last the longest time ago. */
const mostSessions = 50;

/**
 * Begins a session with tokens of its own; nothing a client had before becomes part of it (T8).
 *
 * @param customer whose password was just proven
 * @throws Problem login_failed when it was changed meanwhile: who knows the old one must not slip in (T18)
 */
export function openSession({ db, now }: Accounts, customer: Customer, device: string): Promise<Tokens> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdProven(trx, customer))) throw new Problem('login_failed');
    const at = now();
    await endSessionsBeyond(trx, customer.id, at, mostSessions - 1);
    const session = await insertSession(trx, {
      customer_id: customer.id,
      device,
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
 * Exchanges a refresh token for the next one and a new access token. The one just exchanged is answered with the
 * same successor for ten seconds, until that is used; any older one was stolen, here or there, and ends the family.
 *
 * @throws Problem token_refused
 */
export async function refreshSession(accounts: Accounts, token: string): Promise<Tokens> {
  // What ends a family must last although the answer is a refusal.
  const outcome = await accounts.db.transaction().execute((trx) => exchange(accounts, trx, token));
  if (outcome === 'replayed') accounts.warn('a refresh token was used twice: its session has ended');
  if (typeof outcome === 'string') throw new Problem('token_refused');
  return outcome;
}

async function exchange({ now, secrets }: Accounts, trx: Db, token: string): Promise<Exchange> {
  const at = now();
  const known = await findRefreshTokenForUpdate(trx, hashOf(token));
  if (!known || !isLive(known, at)) return 'refused';
  const refreshToken = successorOf(token, secrets.refresh);
  if (known.exchanged_at === null) {
    await markExchanged(trx, hashOf(token), at);
    await insertRefreshToken(trx, {
      hash: hashOf(refreshToken),
      session_id: known.session_id,
      created_at: at,
    });
    await touchSession(trx, known.session_id, at);
  } else if (after(known.exchanged_at, graceMs) < at || !(await isUnused(trx, hashOf(refreshToken)))) {
    await endSession(trx, known.session_id, at);
    return 'replayed';
  }
  return { accessToken: await giveAccessToken(trx, known.session_id, at), refreshToken };
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

/** Ends the session of each of these tokens; those nobody knows are passed over. */
export async function logOut({ db, now, note }: Accounts, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) await endSessionOfToken(db, hashOf(token), now());
  if (tokens.length > 0) note('a customer logged out');
}

/** Where a customer is logged in now. @param current the session that asks */
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

/** Ends one session of a customer. @throws Problem session_not_found also for one of somebody else */
export async function endOneSession({ db, now, warn }: Accounts, customer: { id: number }, id: string) {
  const ended = uuid.test(id) && (await endSessionOf(db, customer.id, id, now()));
  if (!ended) throw new Problem('session_not_found');
  warn('a session was ended from another one', { customer: customer.id });
}
