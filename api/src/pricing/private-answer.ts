import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { FastifyReply } from 'fastify';
import type { GroupTokens } from '../accounts/group-service.ts';

/**
 * Whose prices an answer shows: the group of the first token that is no guest's. What a group pays is nobody else's
 * business, so no cache on the way may keep such an answer (decision 32).
 */
export function groupShown(
  reply: FastifyReply,
  groupTokens: GroupTokens,
  ...tokens: (string | null | undefined)[]
): number {
  const group = tokens.map(groupTokens.groupOf).find((one) => one !== guestGroup) ?? guestGroup;
  if (group !== guestGroup) reply.header('cache-control', 'no-store');
  return group;
}
