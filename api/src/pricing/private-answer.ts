import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { FastifyReply } from 'fastify';

/** What a group pays is nobody else's business, so no cache on the way may keep such an answer (decision 32). */
export function keepPrivate(reply: FastifyReply, group: number): void {
  if (group !== guestGroup) reply.header('cache-control', 'no-store');
}
