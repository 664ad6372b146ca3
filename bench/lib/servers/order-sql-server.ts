import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb } from '@fynbos/api/db.ts';
import pg from 'pg';
import { fillCarts, orderOfToken, tokenOf } from '../requests/order-requests.ts';
import { serve } from './child-server.ts';

/** As many connections as the shop has. */
const connections = 8;

/**
 * The floor for placing an order: `pg` alone repeats the statements of one order, in a transaction as in
 * the shop, for carts of a separate series. Nothing is calculated and no response is built.
 *
 * `GET /SECONDS` repeats them for so long and returns the number of orders.
 */
serve<{ url: string; skus: string[]; folder: string }>(async ({ url, skus, folder }) => {
  const recording = await recordOrder(url, skus, folder);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  let next = 0;
  const server = createServer(async (request, response) => {
    const begin = performance.now();
    const endsAt = begin + Number(request.url!.slice(1)) * 1000;
    let done = 0;
    const worker = async () => {
      while (performance.now() < endsAt) {
        await place(pool, recording, tokenOf('bare', next++));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
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

/** The statements of one order, and the values in them that belong to this order alone. */
interface OrderRecording {
  statements: Statement[];
  hash: string;
  orderId: string;
  cartId: number;
}

async function recordOrder(url: string, skus: readonly string[], folder: string): Promise<OrderRecording> {
  const statements: Statement[] = [];
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
  const db = connectDb(url);
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
  // A few orders first, to warm up.
  for (let time = 0; time < 10; time++) {
    statements.length = 0;
    const { method, path, headers, body: payload } = orderOfToken('heard', time, {});
    const response = await app.inject({ method, url: path, headers, payload });
    if (response.statusCode !== 200) throw new Error(response.body);
    orderId = JSON.parse(payload!).order_id;
  }
  const recorded = [...statements];
  client.query = query;
  await app.close();
  await db.destroy();
  const end = recorded.findIndex(({ text }) => text === 'commit');
  const cartId = recorded
    .find(({ name }) => name === 'cart')
    ?.values.find((value) => typeof value === 'number');
  const hash = createHash('sha256').update(tokenOf('heard', 9)).digest('hex');
  return { statements: recorded.slice(0, end + 1), hash, orderId, cartId: cartId as number };
}

async function place(
  pool: pg.Pool,
  { statements, hash, orderId, cartId }: OrderRecording,
  token: string,
): Promise<void> {
  const replacements = {
    hash: createHash('sha256').update(token).digest(),
    orderId: randomUUID(),
    cartId: 0,
  };
  const substitute = (value: unknown) => {
    if (Buffer.isBuffer(value)) return value.toString('hex') === hash ? replacements.hash : value;
    if (value === cartId) return replacements.cartId;
    if (typeof value !== 'string') return value;
    // Each order has another client IP and another e-mail address.
    const bucket = /^(new-order|order-mailbox):/.exec(value);
    if (bucket) return `${bucket[0]}${replacements.orderId}`;
    return value
      .replaceAll(orderId, replacements.orderId)
      .replaceAll(`"cart_id":${cartId},`, `"cart_id":${replacements.cartId},`);
  };
  const client = await pool.connect();
  try {
    for (const { values, ...statement } of statements) {
      const { rows } = await client.query({ ...statement, values: values.map(substitute) });
      if (statement.name === 'cart of token') replacements.cartId = Number(rows[0].id);
      if (statement.name === 'place order' && rows.length !== 1) throw new Error('no order was written');
    }
  } finally {
    client.release();
  }
}
