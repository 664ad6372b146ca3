import type { Db } from '../db.ts';
import { readSigningSecret } from './group-store.ts';
import { findGroup, type GroupClaim, signGroup } from './group-token.ts';

/** Gives customers a token of their group, and reads it back (commerce 6, wire contract 1.5). */
export interface GroupTokens {
  /** A token for a customer who has just proven who they are. It counts for a day. */
  issueGroupToken(customer: GroupClaim): string;
  /**
   * The customer group that a token proves. Without one, with one that is not ours or has expired, and
   * where groups do not count, it is the group of guests: never an error.
   */
  groupOf(token: string | null | undefined): number;
}

/** Visitors who have shown no token (wire contract 4.3). */
const guests = 0;
const lifetimeMs = 24 * 60 * 60 * 1000;
/** Nothing that is longer was ever given out. */
const longestToken = 500;

/** @param counts whether customer groups mean anything in this shop */
export async function openGroupTokens(db: Db, now: () => Date, counts: boolean): Promise<GroupTokens> {
  const secret = await readSigningSecret(db, 'group');
  return {
    issueGroupToken: ({ group_id, id }) =>
      signGroup({ group_id, id }, secret, new Date(now().getTime() + lifetimeMs)),
    groupOf(token) {
      if (!counts || !token || token.length > longestToken) return guests;
      return findGroup(token, secret, now()) ?? guests;
    },
  };
}
