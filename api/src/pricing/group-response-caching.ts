import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GroupTokens } from '../context.ts';
import { alsoVary } from '../route.ts';

/**
 * Returns the customer group whose prices a response shows: the group of the first token that is not a
 * guest's. Group prices are confidential, so caches must not store such a response (spec D32).
 */
export function groupShown(
  reply: FastifyReply,
  groupTokens: GroupTokens,
  ...tokens: (string | null | undefined)[]
): number {
  const group = tokens.map(groupTokens.groupOf).find((candidate) => candidate !== guestGroup) ?? guestGroup;
  if (group !== guestGroup) reply.header('cache-control', 'no-store');
  return group;
}

/**
 * Header in which the shop's pages send the group token. A token in a URL could be logged or cached by
 * intermediaries (T4).
 */
const groupHeader = 'x-group-token';

/** The group token of the header, for requests without a body. */
export function findGroupToken(request: FastifyRequest, reply: FastifyReply): string | undefined {
  alsoVary(reply, groupHeader);
  const header = request.headers[groupHeader];
  return typeof header === 'string' ? header : undefined;
}
