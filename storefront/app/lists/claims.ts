import { isRecord } from '../platform/storage/stored-shape.ts';
import { claimsKey } from './claims-key.ts';
import { storedList } from './stored-list.ts';

/** A benefit granted to this shopper, such as a coupon (SHELL-6, spec accounts 3). */
export interface Claim<Value = unknown> {
  code: string;
  /** ISO 8601. */
  created_at: string;
  value: Value;
  description: string;
}

/** The shopper's claims, newest first, stored in this browser. */
export const claims = storedList<Claim>(claimsKey, readClaim);

/** Stores a claim; an existing code gets the new value. */
export function claim(of: Omit<Claim, 'created_at'>, now = new Date()): void {
  const { code, value, description } = of;
  const otherClaims = claims.get().filter((entry) => entry.code !== code);
  claims.set([{ code, created_at: now.toISOString(), value, description }, ...otherClaims]);
}

/** Removes a claim that was used or is not wanted. */
export function dropClaim(code: string): void {
  claims.set(claims.get().filter((entry) => entry.code !== code));
}

function readClaim(stored: unknown): Claim | undefined {
  if (!isRecord(stored)) return undefined;
  const { code, created_at, value, description } = stored;
  if (typeof code !== 'string' || typeof created_at !== 'string') return undefined;
  return { code, created_at, value, description: typeof description === 'string' ? description : '' };
}
