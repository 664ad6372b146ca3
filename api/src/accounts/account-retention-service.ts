import { forgetFailedMail } from '../platform/mail/mail-service.ts';
import type { Accounts } from './customers/account-context.ts';
import { after } from './customers/token-lifetimes.ts';
import { forgetUnconfirmed } from './newsletter/newsletter-admin-service.ts';
import { deleteMailedLinksBefore } from './proof/mailed-link-store.ts';
import { deleteAccessTokensBefore, deleteSessionsEndedBefore } from './sessions/session-store.ts';

const hourMs = 60 * 60 * 1000;
/** How long an ended session is stored, for questions about past logins. */
const rememberMs = 30 * 24 * hourMs;

/**
 * Deletes expired tokens, links and rate limits; after a month also ended sessions, failed mails and
 * unconfirmed subscriptions.
 */
export async function applyAccountRetention({ db, now, limits }: Accounts): Promise<void> {
  await deleteAccessTokensBefore(db, now());
  await deleteMailedLinksBefore(db, now());
  await deleteSessionsEndedBefore(db, after(now(), -rememberMs));
  await forgetUnconfirmed(db, now());
  await forgetFailedMail(db);
  await limits.forgetOld();
}
