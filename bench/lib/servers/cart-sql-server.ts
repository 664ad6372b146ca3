import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb } from '@fynbos/api/db.ts';
import pg from 'pg';
import { sequence } from '../requests/cart-requests.ts';
import { serve } from './child-server.ts';

const connections = 10;

/**
 * The floor for the cart benchmark: `pg` alone repeats the statements of one sequence, on as many
 * connections as the shop has. Nothing is calculated and no response is built.
 *
 * `GET /SECONDS` repeats them for so long and returns the number of sequences.
 */
serve<{ url: string; skus: string[]; folder: string }>(async ({ url, skus, folder }) => {
  const recording = await recordStatements(url, skus, folder);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const server = createServer(async (request, response) => {
    const seconds = Number(request.url!.slice(1));
    response.end(JSON.stringify(await replay(pool, recording, seconds)));
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

/** The statements of one sequence, and the values in them that belong to this sequence alone. */
interface StatementRecording {
  statements: Statement[];
  hash: string;
  bucket: unknown;
  id: unknown;
}

async function recordStatements(
  url: string,
  skus: readonly string[],
  folder: string,
): Promise<StatementRecording> {
  const statements: Statement[] = [];
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
  const db = connectDb(url);
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
  // A few sequences first, so that the cart id differs from its version numbers.
  for (let time = 0; time < 10; time++) {
    statements.length = 0;
    token = '';
    for (const { method, path: url, headers, body: payload } of sequence(skus, () => token)) {
      const response = await app.inject({ method, url, headers, payload });
      if (response.statusCode !== 200) throw new Error(response.body);
      token ||= response.json().result;
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

async function replay(pool: pg.Pool, recording: StatementRecording, seconds: number) {
  const begin = performance.now();
  const endsAt = begin + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < endsAt) {
      await once(pool, recording);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { done, took: (performance.now() - begin) / 1000 };
}

async function once(pool: pg.Pool, { statements, hash, bucket, id }: StatementRecording): Promise<void> {
  const replacements = { hash: hashOf(randomBytes(32).toString('hex')), bucket: randomUUID(), id: 0 };
  const substitute = (value: unknown) => {
    if (Buffer.isBuffer(value)) return value.toString('hex') === hash ? replacements.hash : value;
    if (value === id) return replacements.id;
    return value === bucket ? replacements.bucket : value;
  };
  for (const { values, ...statement } of statements) {
    const { rows } = await pool.query({ ...statement, values: values.map(substitute) });
    if (statement.name === 'cart of token') replacements.id = Number(rows[0].id);
    if (statement.name === 'write cart' && rows.length !== 1) throw new Error('the cart was not written');
  }
}
