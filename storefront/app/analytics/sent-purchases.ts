import { claim, claims, findClaim } from '../lists/claims.ts';

const prefix = 'purchase-sent ';
/** How many are remembered. */
const most = 10;

/** Remembers that the purchase of this order was told (SHELL-6). @returns false where it was told before */
export function rememberSent(number: string): boolean {
  const code = prefix + number;
  if (findClaim(code)) return false;
  claim({ code, value: number, description: 'The purchase of this order was told to the tag manager.' });
  const old = claims
    .all()
    .filter((one) => one.code.startsWith(prefix))
    .slice(most);
  if (old.length > 0) claims.set(claims.all().filter((one) => !old.includes(one)));
  return true;
}
