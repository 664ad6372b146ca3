import type { Db } from '../db.ts';

/** Whose session an access token belongs to, if the token and its session still count at `now`. */
export async function findCustomerOfToken(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('access_token')
    .innerJoin('customer_session', 'customer_session.id', 'access_token.session_id')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select([
      'customer.id',
      'customer.group_id',
      'customer.email',
      'customer.locale',
      'customer_session.id as sessionId',
    ])
    .where('access_token.hash', '=', hash)
    .where('access_token.expires_at', '>', now)
    .where('customer_session.ends_at', '>', now)
    .where('customer_session.ended_at', 'is', null)
    .executeTakeFirst();
}
