import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config.ts';
import { connect } from '@fynbos/api/db.ts';
import pg from 'pg';
import { sequence } from './cart-sequence.ts';
import { serve } from './child.ts';

const connections = 10;

/**
 * The least that a shop of carts can do: the very statements the shop sends for one sequence, sent again and again
 * by `pg` alone, on as many connections as the shop has. Nothing is worked out and nobody is answered.
 *
 * `GET /SECONDS` sends for so long and answers how many sequences that were.
 */
serve<{ url: string; skus: string[]; folder: string }>(async ({ url, skus, folder }) => {
  const heard = await hear(url, skus, folder);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const server = createServer(async (request, response) => {
    const seconds = Number(request.url!.slice(1));
    response.end(JSON.stringify(await replay(pool, heard, seconds)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
});

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** What the shop sends for one sequence, and what in it is of that sequence alone. */
interface Heard {
  statements: Statement[];
  hash: string;
  bucket: unknown;
  id: unknown;
}

async function hear(url: string, skus: readonly string[], folder: string): Promise<Heard> {
  const statements: Statement[] = [];
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
  const db = connect(url);
  const app = await createApp({ db, url, config });
  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in all its forms
  const client = pg.Client.prototype as any;
  const { query } = client;
  client.query = function (text: unknown, values: unknown, done: unknown) {
    if (typeof text === 'string') statements.push({ text, values: (values ?? []) as unknown[] });
    else statements.push(text as Statement);
    return query.call(this, text, values, done);
  };
  let token = '';
  // Some first, so that the number of the cart is none of its versions.
  for (let time = 0; time < 10; time++) {
    statements.length = 0;
    token = '';
    for (const { method, path: url, headers, body: payload } of sequence(skus, () => token)) {
      const answer = await app.inject({ method, url, headers, payload });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      token ||= answer.json().result;
    }
  }
  client.query = query;
  await app.close();
  await db.destroy();
  const id = statements
    .find(({ name }) => name === 'write cart')
    ?.values.find((value) => typeof value === 'number');
  const bucket = statements.find(({ text }) => text.includes('into rate_bucket'))?.values[0];
  return { statements, hash: hashOf(token).toString('hex'), bucket, id };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

async function replay(pool: pg.Pool, heard: Heard, seconds: number) {
  const begin = performance.now();
  const until = begin + seconds * 1000;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await once(pool, heard);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { done, took: (performance.now() - begin) / 1000 };
}

async function once(pool: pg.Pool, { statements, hash, bucket, id }: Heard): Promise<void> {
  const own = { hash: hashOf(randomBytes(32).toString('hex')), bucket: randomUUID(), id: 0 };
  const ours = (value: unknown) => {
    if (Buffer.isBuffer(value)) return value.toString('hex') === hash ? own.hash : value;
    if (value === id) return own.id;
    return value === bucket ? own.bucket : value;
  };
  for (const { values, ...statement } of statements) {
    const { rows } = await pool.query({ ...statement, values: values.map(ours) });
    if (statement.name === 'cart of token') own.id = Number(rows[0].id);
    if (statement.name === 'write cart' && rows.length !== 1) throw new Error('the cart was not written');
  }
}
