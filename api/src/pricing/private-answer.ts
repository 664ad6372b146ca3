import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GroupTokens } from '../accounts/group-service.ts';
import { alsoVary } from '../route.ts';

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

/** Where pages of the shop show whose prices they are for: in an address a token would be kept by whoever is on the way (T4). */
const groupHeader = 'x-group-token';

/** The token of the group in a header, for calls that have no body. */
export function findGroupToken(request: FastifyRequest, reply: FastifyReply): string | undefined {
  alsoVary(reply, groupHeader);
  const given = request.headers[groupHeader];
  return typeof given === 'string' ? given : undefined;
}
