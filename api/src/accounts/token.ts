import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, as text for a header, a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a secret: enough to know it again, useless to whoever reads the table. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The one refresh token that follows another; only who knows the shop's secret can say it. */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');
