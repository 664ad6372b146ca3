import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * The socket of a client. `pg` itself only closes a connection gracefully, which a dead connection never
 * completes.
 */
export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
