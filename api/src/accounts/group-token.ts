import { createHmac } from 'node:crypto';
import { sameText } from '../same-text.ts';

/** Whose prices a token stands for: the customer group, and the customer it was given to. */
export interface GroupClaim {
  group_id: number;
  id: number;
}

const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * Signs a group as a JSON Web Token (HS256), the shape that clients know (wire contract 1.5).
 *
 * @param expires from this instant on it counts no more
 */
export function signGroup(claim: GroupClaim, secret: string, expires: Date): string {
  const payload = encode({ ...claim, exp: Math.floor(expires.getTime() / 1000) });
  return `${header}.${payload}.${signature(`${header}.${payload}`, secret)}`;
}

/**
 * The group that a token proves at `now`; undefined when it is not ours, was changed, or has expired.
 * Only our own header is taken, so that no token can choose how it is checked.
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
