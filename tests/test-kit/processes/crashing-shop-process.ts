import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb } from '@fynbos/api/db.ts';
import type { KyselyPlugin } from 'kysely';

/**
 * An API in its own process that kills itself. `DIES_AFTER` is the number of statements of an order
 * placement after which it dies; `answer` makes it die after the commit and before the response.
 */
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const url = config.databaseUrl!;
const diesAfter = process.env.DIES_AFTER ?? '';
let done: number | undefined;

const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts from the lookup of the order id, the first statement of an order placement. */
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (done !== undefined && ++done >= Number(diesAfter)) die();
    return result;
  },
};

const db = diesAfter && diesAfter !== 'answer' ? connectDb(url).withPlugin(counting) : connectDb(url);
const app = await createApp({ db, url, config });
app.addHook('preHandler', async (request) => {
  if (request.url.startsWith('/api/order')) done = 0;
});
app.addHook('onSend', async (request) => {
  if (diesAfter === 'answer' && request.url.startsWith('/api/order')) die();
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
