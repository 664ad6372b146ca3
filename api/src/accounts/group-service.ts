import type { Db } from '../db.ts';
import { readSigningSecret } from './group-store.ts';
import { findGroup, type GroupClaim, signGroup } from './group-token.ts';

/** Issues and verifies group tokens (spec commerce 6, wire contract 1.5). */
export interface GroupTokens {
  /** Returns a token for a customer who has just logged in. It is valid for a day. */
  issueGroupToken(customer: GroupClaim): string;
  /**
   * Returns the customer group of a token. Without a token, with an invalid or expired one, and where
   * groups are off, it is the group of guests: never an error.
   */
  groupOf(token: string | null | undefined): number;
}

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
