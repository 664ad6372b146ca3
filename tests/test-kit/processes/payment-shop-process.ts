import { AsyncLocalStorage } from 'node:async_hooks';
import { getHeapCodeStatistics, setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb } from '@fynbos/api/db.ts';
import { openRedis } from '@fynbos/api/platform/redis/redis-connection.ts';
import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import type { Arming, HeldMemory, ProcessOrder, ProcessReply } from './payment-shop-processes.ts';

/**
 * A whole API in a process of its own. Another process moves its clock and can make it die at a given
 * point. Points count half steps: 0 is before the first statement, 1 is after it and before its result is
 * used, 2 is before the second, and so on. A provider call therefore lies between an odd point and the
 * next.
 */
const config = readConfig({ LOG_LEVEL: 'silent', ...process.env });
const url = config.databaseUrl!;
let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
let armed: Arming | undefined;
let steps: string[] = [];

/**
 * Forces garbage collection, which V8 delays while memory is available.
 * @returns what is in use afterwards
 */
function collect(): HeldMemory {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  const { code_and_metadata_size, bytecode_and_metadata_size } = getHeapCodeStatistics();
  const code = code_and_metadata_size + bytecode_and_metadata_size;
  return { data: heapUsed + external - code, code };
}

const die = () => process.kill(process.pid, 'SIGKILL');
const sendReply = (reply: ProcessReply) => process.send!(reply);

/** Separates the statements of a request from background work. */
const request = new AsyncLocalStorage<{ path: string }>();
/** Whether the clock's own work has begun, because something was due. */
let watching = false;
/** The statement that looked for due work. */
let dueQueryId: QueryId | undefined;

function isWatched(): boolean {
  if (!armed) return false;
  const context = request.getStore();
  return armed.path === 'watch' ? context === undefined && watching : !!context?.path.startsWith(armed.path);
}

const dying: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (
      armed?.path === 'watch' &&
      !watching &&
      !request.getStore() &&
      /^update (payment_attempt|refund)/.test(textOf(node))
    ) {
      watching = true;
      dueQueryId = queryId;
    }
    if (isWatched()) {
      if (armed!.point === steps.length * 2) die();
      steps.push(textOf(node));
    }
    return node;
  },
  async transformResult({ result, queryId }) {
    if (isWatched() && armed!.point === steps.length * 2 - 1) die();
    // Nothing was due after all, so the steps recorded so far are discarded.
    if (watching && queryId === dueQueryId && result.rows.length === 0) {
      watching = false;
      steps = [];
    }
    return result;
  },
};

/** A short description of a statement. */
function textOf(node: RootOperationNode): string {
  if (node.kind === 'RawNode')
    return node.sqlFragments
      .join('?')
      .replaceAll(/\s+/g, ' ')
      .replace(/\/\*.*?\*\/ ?/, '')
      .slice(0, 60);
  const text = JSON.stringify(node);
  const table = /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"\}\}\}/.exec(text)?.[1] ?? '';
  return `${node.kind.replace('QueryNode', '').toLowerCase()} ${table}`;
}

const db = connectDb(url, 10, 'hurried', config.timeoutScale).withPlugin(dying);
const quiet = { warn() {}, info() {} };
const redis = config.redisUrl ? await openRedis(config.redisUrl, quiet, config.timeoutScale) : undefined;
const app = await createApp({ db, url, config, redis, now: () => new Date(Date.now() + ahead) });
app.addHook('preHandler', (incoming, _reply, done) => request.run({ path: incoming.url }, done));
app.addHook('onSend', async (incoming) => {
  if (!armed || armed.path === 'watch' || !incoming.url.startsWith(armed.path)) return;
  if (armed.point === 'answer') die();
});
process.on('message', (order: ProcessOrder) => {
  if (order.advance) ahead += order.advance;
  if (order.arm) {
    armed = order.arm;
    steps = [];
    watching = false;
  }
  if (order.steps) sendReply({ steps });
  else if (order.collect) sendReply({ held: collect() });
  else if (order.snapshot) {
    writeHeapSnapshot(order.snapshot);
    sendReply({ done: true });
  } else sendReply({ done: true });
});
// The process ends with its parent.
process.on('disconnect', die);
sendReply({ origin: await app.listen({ port: config.port, host: '127.0.0.1' }) });
