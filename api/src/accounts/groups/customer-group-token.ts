import { createHmac } from 'node:crypto';
import type { GroupClaim } from '../../context.ts';
import { sameText } from '../../platform/security/constant-time-equal.ts';

const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * Signs a group as a JSON Web Token (HS256), the format clients know (wire contract 1.5).
 * @param expires the token is invalid from this instant on
 */
export function signGroup(claim: GroupClaim, secret: string, expires: Date): string {
  const payload = encode({ ...claim, exp: Math.floor(expires.getTime() / 1000) });
  return `${header}.${payload}.${signature(`${header}.${payload}`, secret)}`;
}

/**
 * Returns the group that a token proves at `now`; undefined when it is invalid, was changed, or has
 * expired. Only the shop's own header is accepted, so that no token can choose its algorithm.
 */
export function findGroup(token: string, secret: string, now: Date): number | undefined {
  const [head, payload, signed, ...more] = token.split('.');
  if (head !== header || !payload || !signed || more.length > 0) return undefined;
  if (!sameText(signed, signature(`${head}.${payload}`, secret))) return undefined;
  const { group_id, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const counts = Number.isInteger(group_id) && group_id > 0 && exp * 1000 > now.getTime();
  return counts ? group_id : undefined;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
