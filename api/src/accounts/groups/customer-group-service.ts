import { createHmac } from 'node:crypto';
import type { GroupClaim, GroupTokens } from '../../context.ts';
import type { Db } from '../../db.ts';
import { readSigningSecret } from '../../platform/database/signing-key-store.ts';
import { isEqualInConstantTime } from '../../platform/security/constant-time-equal.ts';

/** Visitors without a token (wire contract 4.3). */
const guests = 0;
const lifetimeMs = 24 * 60 * 60 * 1000;
/** No longer token was ever issued. */
const maxTokenLength = 500;

/** @param counts whether customer groups have an effect in this shop */
export async function openGroupTokens(db: Db, now: () => Date, counts: boolean): Promise<GroupTokens> {
  const secret = await readSigningSecret(db, 'group');
  return {
    issueGroupToken: ({ group_id, id }) =>
      signGroup({ group_id, id }, secret, new Date(now().getTime() + lifetimeMs)),
    groupOf(token) {
      if (!counts || !token || token.length > maxTokenLength) return guests;
      return findGroup(token, secret, now()) ?? guests;
    },
  };
}

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
  if (!isEqualInConstantTime(signed, signature(`${head}.${payload}`, secret))) return undefined;
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
