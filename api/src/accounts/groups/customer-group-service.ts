import type { GroupTokens } from '../../context.ts';
import type { Db } from '../../db.ts';
import { findGroup, signGroup } from './customer-group-token.ts';
import { readSigningSecret } from './signing-key-store.ts';

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
