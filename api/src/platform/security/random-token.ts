import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits, as text for a header, a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the stored hash of a secret: enough to recognise it, useless to a reader of the table. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns a token that is always the same for the same parts; it can only be computed with the secret. */
export const derivedToken = (secret: string, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');

/** Returns the successor of a refresh token; it can only be computed with the shop's secret. */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');
