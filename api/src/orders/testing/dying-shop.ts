import type { KyselyPlugin } from 'kysely';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../db.ts';

/**
 * A whole API in a process of its own that dies by itself: `DIES_AFTER` is how many statements of placing an
 * order are done before it is gone; `answer` dies once everything is committed and nothing is told yet.
 */
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const url = config.databaseUrl!;
const wish = process.env.DIES_AFTER ?? '';
let done: number | undefined;

const die = () => process.kill(process.pid, 'SIGKILL');

/** Counts from the moment an order is looked up by its id: that is the first thing of placing one. */
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (done !== undefined && ++done >= Number(wish)) die();
    return result;
  },
};

const db = wish && wish !== 'answer' ? connect(url).withPlugin(counting) : connect(url);
const app = await createApp({ db, url, config });
app.addHook('preHandler', async (request) => {
  if (request.url.startsWith('/api/order')) done = 0;
});
app.addHook('onSend', async (request) => {
  if (wish === 'answer' && request.url.startsWith('/api/order')) die();
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
