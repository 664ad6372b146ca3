import type { Db } from '../../db.ts';

/** Finds the customer of an access token if token and session are valid at `now`. */
export function findCustomerOfToken(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('access_token')
    .innerJoin('customer_session', 'customer_session.id', 'access_token.session_id')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select([
      'customer.id',
      'customer.group_id',
      'customer.email',
      'customer.email_proven_at',
      'customer.locale',
      'customer_session.id as sessionId',
    ])
    .where('access_token.hash', '=', hash)
    .where('access_token.expires_at', '>', now)
    .where('customer_session.ends_at', '>', now)
    .where('customer_session.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Whether a session has not been ended, by its customer or by a proof of the address. */
export async function isLive(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer_session')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewSession {
  customer_id: number;
  device: string;
  rotates: boolean;
  created_at: Date;
  used_at: Date;
  ends_at: Date;
}

/** @returns the id of the session */
export async function insertSession(db: Db, session: NewSession): Promise<string> {
  const { id } = await db
    .insertInto('customer_session')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertAccessToken(
  db: Db,
  token: { hash: Buffer; session_id: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('access_token').values(token).execute();
}

/** Does nothing if the token exists. */
export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; session_id: string; created_at: Date },
): Promise<void> {
  await db
    .insertInto('refresh_token')
    .values(token)
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/**
 * Returns a refresh token with its session; the session is locked until the transaction ends. The session is
 * locked before its token is read, in the order in which deleting a customer locks them, so that the two
 * cannot deadlock.
 */
export async function findRefreshTokenForUpdate(db: Db, hash: Buffer) {
  const token = db.selectFrom('refresh_token').where('hash', '=', hash);
  const session = await db
    .selectFrom('customer_session')
    .select(['id', 'used_at', 'ends_at', 'ended_at', 'rotates'])
    .where('id', '=', token.select('session_id'))
    .forUpdate()
    .executeTakeFirst();
  const exchanged = session && (await token.select('used_at').executeTakeFirst());
  return exchanged && { ...session, exchanged_at: exchanged.used_at };
}

/** Whether this refresh token is unused. */
export async function isUnused(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_token')
    .select('session_id')
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markExchanged(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('refresh_token').set({ used_at: at }).where('hash', '=', hash).execute();
}

/** From now on, the refresh tokens of a session are exchanged. */
export async function startRotation(db: Db, id: string): Promise<void> {
  await db.updateTable('customer_session').set({ rotates: true }).where('id', '=', id).execute();
}

export async function touchSession(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('customer_session').set({ used_at: at }).where('id', '=', id).execute();
}

/**
 * Returns the live sessions, last used first.
 * @param idleSince sessions unused since then count as ended
 */
export function readLiveSessions(db: Db, customerId: number, now: Date, idleSince: Date) {
  return db
    .selectFrom('customer_session')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .where('used_at', '>', idleSince)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns all stored sessions, ended ones included, newest first. */
export function readSessions(db: Db, customerId: number) {
  return db
    .selectFrom('customer_session')
    .select(['id', 'device', 'created_at', 'used_at', 'ends_at', 'ended_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Ends one session of a customer.
 * @returns whether it was live
 */
export async function endSessionOf(db: Db, customerId: number, id: string, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable('customer_session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export async function endSession(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('customer_session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends all sessions of a customer.
 * @param except a session that continues.
 * @returns the number ended
 */
export async function endSessionsOf(db: Db, customerId: number, at: Date, except?: string): Promise<number> {
  const every = db
    .updateTable('customer_session')
    .set({ ended_at: at })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null);
  const ended = await (except === undefined ? every : every.where('id', '!=', except)).executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ends all sessions of a customer except the `maxSessions` used last. */
export async function endSessionsBeyond(
  db: Db,
  customerId: number,
  at: Date,
  maxSessions: number,
): Promise<void> {
  await db
    .updateTable('customer_session')
    .set({ ended_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('customer_session')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('ended_at', 'is', null)
        .orderBy('used_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(maxSessions),
    )
    .execute();
}

/**
 * Ends the session of a token of either kind, even an expired one.
 * @param customerId only if the session is of this customer
 */
export async function endSessionOfToken(db: Db, hash: Buffer, at: Date, customerId?: number): Promise<void> {
  const live = db.updateTable('customer_session').set({ ended_at: at }).where('ended_at', 'is', null);
  await (customerId === undefined ? live : live.where('customer_id', '=', customerId))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('access_token').select('session_id').where('hash', '=', hash)),
        eb('id', 'in', selectFrom('refresh_token').select('session_id').where('hash', '=', hash)),
      ]),
    )
    .execute();
}

export async function deleteAccessTokensBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('access_token').where('expires_at', '<', at).execute();
}

/** Deletes sessions that ended before `at`, with their tokens. */
export async function deleteSessionsEndedBefore(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('customer_session')
    .where(({ or, eb }) => or([eb('ended_at', '<', at), eb('ends_at', '<', at)]))
    .execute();
}
