const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** How long secrets count, in milliseconds (docs/decisions/010-sessions.md). */
export const accessTokenMs = 10 * minute;
/** A session nobody used for so long has ended; refreshing is using. */
export const idleMs = 30 * day;
/** So long after the login it ends whatever happens. */
export const sessionMs = 90 * day;
/** How long the refresh token just exchanged is answered once more: the first answer may have been lost. */
export const graceMs = 10 * 1000;
export const passwordLinkMs = 30 * minute;
/** How long a browser is known as one that has logged in before. */
export const deviceMs = 365 * day;

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
