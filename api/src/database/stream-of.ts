import type { Socket } from 'node:net';
import type pg from 'pg';

/** What `pg` itself ends politely only, by a last word that nobody takes from it. */
export const streamOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
