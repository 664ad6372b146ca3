import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db.ts';
import { openRedis } from '../redis/connection.ts';
import type { Arming, ProcessAnswer, ProcessOrder } from './paying-processes.ts';

/**
 * A whole API in a process of its own, whose clock another process moves, and which dies by itself where it is told
 * to. A point is counted in halves: 0 is before the first statement, 1 after it and before anything is done with what
 * it answered, 2 before the second, and so on; so a call of a provider lies between an odd point and the next.
 */
const config = readConfig({ LOG_LEVEL: 'silent', ...process.env });
const url = config.databaseUrl!;
let ahead = Number(process.env.CLOCK_AHEAD ?? 0);
let armed: Arming | undefined;
let steps: string[] = [];

/** V8 leaves garbage where it is as long as there is room. @returns the bytes in use once it is gone */
function collect(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const die = () => process.kill(process.pid, 'SIGKILL');
const say = (answer: ProcessAnswer) => process.send!(answer);

/** What a request does is told from what goes on beside it. */
const request = new AsyncLocalStorage<{ path: string }>();
/** The clock's own work has begun: something was due. */
let watching = false;
/** The statement that looked for what is due. */
let looked: QueryId | undefined;

function isWatched(): boolean {
  if (!armed) return false;
  const here = request.getStore();
  return armed.path === 'watch' ? here === undefined && watching : !!here?.path.startsWith(armed.path);
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
      looked = queryId;
    }
    if (isWatched()) {
      if (armed!.point === steps.length * 2) die();
      steps.push(textOf(node));
    }
    return node;
  },
  async transformResult({ result, queryId }) {
    if (isWatched() && armed!.point === steps.length * 2 - 1) die();
    // Nothing was due after all; what else goes on beside it has no say.
    if (watching && queryId === looked && result.rows.length === 0) {
      watching = false;
      steps = [];
    }
    return result;
  },
};

/** What a statement does, in a few words. */
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

const db = connect(url, 10, 'hurried').withPlugin(dying);
const quiet = { warn() {}, info() {} };
const redis = config.redisUrl ? await openRedis(config.redisUrl, quiet) : undefined;
const app = await createApp({ db, url, config, redis, now: () => new Date(Date.now() + ahead) });
app.addHook('preHandler', (asked, _reply, done) => request.run({ path: asked.url }, done));
app.addHook('onSend', async (asked) => {
  if (!armed || armed.path === 'watch' || !asked.url.startsWith(armed.path)) return;
  if (armed.point === 'answer') die();
});
process.on('message', (order: ProcessOrder) => {
  if (order.advance) ahead += order.advance;
  if (order.arm) {
    armed = order.arm;
    steps = [];
    watching = false;
  }
  if (order.steps) say({ steps });
  else if (order.collect) say({ heldBytes: collect() });
  else say({ done: true });
});
// Without the process that started it nobody wants it any more.
process.on('disconnect', die);
say({ origin: await app.listen({ port: config.port, host: '127.0.0.1' }) });
