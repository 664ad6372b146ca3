const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** Lifetimes of secrets in milliseconds (ADR-010). */
export const accessTokenMs = 10 * minute;
/** A session ends after so long without use; a refresh counts as use. */
export const idleMs = 30 * day;
/** Maximum age of a session. */
export const sessionMs = 90 * day;
/** How long a refresh token just exchanged can be used again: the first response may have been lost. */
export const graceMs = 10 * 1000;
export const passwordLinkMs = 30 * minute;
/** A mail that confirms an address may be read two days later. */
export const confirmLinkMs = 2 * day;
/** How long a browser counts as one that has logged in before. */
export const deviceMs = 365 * day;

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
