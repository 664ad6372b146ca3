import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config.ts';
import { connect } from '@fynbos/api/db.ts';
import pg from 'pg';
import { serve } from './child.ts';
import { fillCarts, orderOfToken, tokenOf } from './order-sequence.ts';

/** As many as the shop has; more shoppers than that wait. */
const connections = 8;

/**
 * The least that placing an order can cost: the very statements the shop sends for one, in a transaction as there,
 * sent again and again by `pg` alone for carts of a series of its own. Nothing is worked out and nobody is answered.
 *
 * `GET /SECONDS` sends for so long and answers how many orders that were.
 */
serve<{ url: string; skus: string[]; folder: string }>(async ({ url, skus, folder }) => {
  const heard = await hear(url, skus, folder);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  let next = 0;
  const server = createServer(async (request, response) => {
    const begin = performance.now();
    const until = begin + Number(request.url!.slice(1)) * 1000;
    let done = 0;
    const one = async () => {
      while (performance.now() < until) {
        await place(pool, heard, tokenOf('bare', next++));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    response.end(JSON.stringify({ done, took: (performance.now() - begin) / 1000 }));
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

/** What the shop sends to place one order, and what in it is of that order alone. */
interface Heard {
  statements: Statement[];
  hash: string;
  orderId: string;
  cartId: number;
}

async function hear(url: string, skus: readonly string[], folder: string): Promise<Heard> {
  const statements: Statement[] = [];
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
  const db = connect(url);
  await fillCarts(db, 'heard', skus, 10);
  const app = await createApp({ db, url, config });
  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in all its forms
  const client = pg.Client.prototype as any;
  const { query } = client;
  client.query = function (text: unknown, values: unknown, done: unknown) {
    if (typeof text === 'string') statements.push({ text, values: (values ?? []) as unknown[] });
    else statements.push(text as Statement);
    return query.call(this, text, values, done);
  };
  let orderId = '';
  // Some first, so that everything is warm.
  for (let time = 0; time < 10; time++) {
    statements.length = 0;
    const { method, path, headers, body: payload } = orderOfToken('heard', time, {});
    const answer = await app.inject({ method, url: path, headers, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    orderId = JSON.parse(payload!).order_id;
  }
  const own = [...statements];
  client.query = query;
  await app.close();
  await db.destroy();
  const end = own.findIndex(({ text }) => text === 'commit');
  const cartId = own.find(({ name }) => name === 'cart')?.values.find((value) => typeof value === 'number');
  const hash = createHash('sha256').update(tokenOf('heard', 9)).digest('hex');
  return { statements: own.slice(0, end + 1), hash, orderId, cartId: cartId as number };
}

async function place(
  pool: pg.Pool,
  { statements, hash, orderId, cartId }: Heard,
  token: string,
): Promise<void> {
  const own = { hash: createHash('sha256').update(token).digest(), orderId: randomUUID(), cartId: 0 };
  const ours = (value: unknown) => {
    if (Buffer.isBuffer(value)) return value.toString('hex') === hash ? own.hash : value;
    if (value === cartId) return own.cartId;
    if (typeof value !== 'string') return value;
    // Every order comes from another machine, and is confirmed to another mailbox.
    const bucket = /^(new-order|order-mailbox):/.exec(value);
    if (bucket) return `${bucket[0]}${own.orderId}`;
    return value
      .replaceAll(orderId, own.orderId)
      .replaceAll(`"cart_id":${cartId},`, `"cart_id":${own.cartId},`);
  };
  const client = await pool.connect();
  try {
    for (const { values, ...statement } of statements) {
      const { rows } = await client.query({ ...statement, values: values.map(ours) });
      if (statement.name === 'cart of token') own.cartId = Number(rows[0].id);
      if (statement.name === 'place order' && rows.length !== 1) throw new Error('no order was written');
    }
  } finally {
    client.release();
  }
}
