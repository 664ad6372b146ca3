import { keptList } from './kept-list.ts';

/** Something the shop promised this shopper, such as a coupon (SHELL-6, accounts 3). */
export interface Claim<Value = unknown> {
  code: string;
  /** ISO 8601. */
  created_at: string;
  value: Value;
  description: string;
}

/** What was promised, newest first, kept in this browser. */
export const claims = keptList<Claim>('claims', readClaim);

/** Keeps a promise; a code that is there already gets the new value. */
export function claim(of: Omit<Claim, 'created_at'>, now = new Date()): void {
  const { code, value, description } = of;
  const others = claims.all().filter((one) => one.code !== code);
  claims.set([{ code, created_at: now.toISOString(), value, description }, ...others]);
}

/** The promise of this code, if there is one. */
export function findClaim(code: string): Claim | undefined {
  return claims.all().find((one) => one.code === code);
}

/** Lets go of a promise: it was kept, or it is not wanted. */
export function dropClaim(code: string): void {
  claims.set(claims.all().filter((one) => one.code !== code));
}

function readClaim(kept: unknown): Claim | undefined {
  const { code, created_at, value, description } = (kept ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof created_at !== 'string') return undefined;
  return { code, created_at, value, description: typeof description === 'string' ? description : '' };
}
