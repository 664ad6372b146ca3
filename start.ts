import { join } from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { type Config, readConfig, withoutPassword } from '@fynbos/api/config.ts';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { type OpenDatabase, openForShop } from '@fynbos/api/database/open.ts';
import { UserFacingError } from '@fynbos/api/database/start-problem.ts';
import { httpServer } from '@fynbos/api/http-server.ts';
import { isLoopback } from '@fynbos/api/live-addresses.ts';
import { shopUrlOf } from '@fynbos/api/mail/pages.ts';
import { measurePageCache } from '@fynbos/api/operation/figures/kept-pages.ts';
import { measureRedis } from '@fynbos/api/operation/figures/redis.ts';
import { openMetrics } from '@fynbos/api/operation/measure.ts';
import { openReadiness } from '@fynbos/api/operation/readiness.ts';
import { webHookUrlOf } from '@fynbos/api/payments/hand-off-service.ts';
import { providersOf } from '@fynbos/api/payments/open-providers.ts';
import { openRedis, type Redis } from '@fynbos/api/redis/connection.ts';
import { subscribePageEvents, pagePublisher } from '@fynbos/api/redis/page-news.ts';
import { forgetSandbox, storeSandbox, withSandbox } from '@fynbos/api/sandbox-variables.ts';
import { health } from '@fynbos/core/operation/contract.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { openMailSink } from '@fynbos/sandbox/mail-sink.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { mountStorefront, type Storefront } from '@fynbos/storefront/server/mount.ts';
import type { FastifyInstance } from 'fastify';
import { buildStorefront, builtFrom } from './build.ts';
import { closeOnSignals } from './closing.ts';
import { loadDemo } from './demo.ts';
import { findPort, reachable, refusePort, shown } from './listening.ts';
import { redisPages } from './redis-pages.ts';
import { storefrontOptions } from './storefront-options.ts';

const closing = closeOnSignals(console.log);

/** What a process serves, and what there is to say of it once it listens. */
interface Opened {
  app: FastifyInstance;
  says?: string[];
}

/** Everything from nothing to a process that answers; each step says what it did and how long it took. */
async function start(config: Config): Promise<void> {
  const begin = performance.now();
  const { port, release } = await findPort(config);
  const { app, says = [] } = await open[config.role]({ ...config, port });
  await release();
  await app.listen({ host: config.host, port }).catch(refusePort(port));
  // The last to be opened is the first to be closed: whoever sends requests here hears of it before anything ends.
  closing.add(async (code) => code === 0 && (await app.readiness?.drain(config.drainSeconds)), drainPatience);
  console.log(
    `${titles[config.role]} is at http://${shown(config.host)}:${port}, ready in ${since(begin)}. Ctrl-C ends it.`,
  );
  for (const sentence of says) console.log(sentence);
}

const titles = { shop: 'Fynbos', api: 'The API of Fynbos', storefront: 'The storefront of Fynbos' };
const drainPatience = 65_000;

const open: Record<Config['role'], (config: Config) => Promise<Opened>> = {
  async shop(config) {
    await step('storefront', build);
    const database = await openFilled(config);
    const mail = await openMail(config);
    const money = await openMoney(config);
    const own = { ...money.config, ...mail };
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(own, database, redis, true));
    const unsent = `Mail goes nowhere yet: read it at ${mail.readAt}, or set SMTP_URL to send it.`;
    return { app, says: [...(mail.readAt ? [unsent] : []), money.says] };
  },
  async api(config) {
    const database = await openFilled(config);
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(config, database, redis, false));
    return { app, says: config.smtpUrl ? [] : ['Mail waits until a process with SMTP_URL sends it.'] };
  },
  async storefront(config) {
    await step('storefront', build);
    return { app: await openPages(config, await openShared(config)) };
  },
};

/** Does a step and prints its line. @param run answers its result and what to say of it */
async function step<Result>(name: string, run: () => Promise<[Result, string]>): Promise<Result> {
  const begin = performance.now();
  const [result, sentence] = await run();
  console.log(`${name.padEnd(12)}${sentence} (${since(begin)})`);
  return result;
}

async function build(): Promise<[undefined, string]> {
  return [undefined, (await buildStorefront()) ? 'built' : 'up to date'];
}

async function openDatabase(config: Config): Promise<[OpenDatabase, string]> {
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl) {
    const database = await openForShop(databaseUrl);
    closing.add(database.close);
    return [database, `${withoutPassword(databaseUrl)}, ${schema(database)}`];
  }
  const restarted = (sentence: string) =>
    console.error(`${sentence} It is started again; nothing that was confirmed is lost.`);
  const embedded = await startEmbedded(dataFolder, { owner: 'npm start', restarted });
  closing.add(() => embedded.stop());
  void embedded.died.then((sentence) => {
    console.error(`${sentence} Nothing that was confirmed is lost: start again.`);
    return closing.end(1);
  });
  const database = await openForShop(embedded.url);
  closing.add(database.close);
  return [database, `PostgreSQL in ${embedded.folder}, ${schema(database)}`];
}

const schema = ({ applied }: OpenDatabase) =>
  applied.length > 0 ? `schema brought up to ${applied.at(-1)}` : 'schema up to date';

async function fill({ db }: OpenDatabase): Promise<[undefined, string]> {
  const loaded = await loadDemo(db);
  return [undefined, loaded ?? 'not needed, the shop has products'];
}

async function openFilled(config: Config): Promise<OpenDatabase> {
  const database = await step('database', () => openDatabase(config));
  await step('demo shop', () => fill(database));
  return database;
}

/** For what happens before there is a server with a log of its own. */
const log = {
  warn: (what: { error: string }, sentence: string) => console.error(`${sentence}: ${what.error}`),
  info: (_what: object, sentence: string) => console.error(sentence),
};

/** What processes share beside the database, where they have something. */
async function openShared({ redisUrl }: Config): Promise<Redis | undefined> {
  if (!redisUrl) return undefined;
  const redis = await openRedis(redisUrl, log);
  closing.add(redis.close);
  return redis;
}

/** Where mail is given to: the operator's server, or the sink of this machine and the page to read it on. */
async function openMail(config: Config): Promise<{ smtpUrl: string; readAt?: string }> {
  if (config.smtpUrl) return { smtpUrl: config.smtpUrl };
  const sink = await openMailSink({ folder: join(config.dataFolder, 'mail'), port: config.mailSinkPort });
  closing.add(sink.close);
  return { smtpUrl: sink.smtpUrl, readAt: sink.pageUrl };
}

/**
 * Who takes the money: the providers whose keys are set, and in test mode the payment sandbox of this machine for the
 * others. A shop that has an address in the world gets none: nobody there may pay with pretend money.
 */
async function openMoney(config: Config): Promise<{ config: Config; says: string }> {
  await forgetSandbox(config.dataFolder);
  if (config.payments === 'live' && !config.publicUrl)
    throw new UserFacingError(
      'PAYMENTS=live needs PUBLIC_URL: providers send shoppers back there, and call it.',
    );
  if (config.payments === 'live')
    return {
      config,
      says: `Payments are real: ${names(config) || 'no provider has its keys, so on delivery only'}.`,
    };
  if (config.publicUrl && !isLoopback(new URL(config.publicUrl).hostname))
    return { config, says: 'Payments are a test: only providers whose test keys are set are offered.' };
  const folder = join(config.dataFolder, 'payments');
  const sandbox = await openPaymentSandbox({ port: config.sandboxPort, folder });
  closing.add(sandbox.close);
  const shop = { shopUrl: shopUrlOf(config) };
  sandbox.webHooksTo({ card: webHookUrlOf(shop, 'card'), wallet: webHookUrlOf(shop, 'wallet') });
  const variables = sandbox.settings();
  await storeSandbox(config.dataFolder, { url: sandbox.url, variables });
  closing.add(() => forgetSandbox(config.dataFolder));
  const withKeys = withSandbox(process.env, variables);
  const says = `Money is pretended: what was paid is at ${sandbox.url}.`;
  return { config: { ...withKeys, port: config.port }, says };
}

const names = (config: Config) => [...providersOf(config).values()].map(({ title }) => title).join(', ');

/** The API with its catalogue, and the pages beside it. Who keeps pages, here and elsewhere, is told what changes. */
async function openApi(
  config: Config,
  { db, url }: OpenDatabase,
  redis: Redis | undefined,
  withPages: boolean,
): Promise<[FastifyInstance, string]> {
  let storefront: Storefront | undefined;
  const teller =
    redis &&
    pagePublisher(redis, (cause) =>
      log.warn({ error: String(cause) }, 'cannot tell storefronts what changed; they hear everything later'),
    );
  closing.add(async () => teller?.stop());
  const forget = (tags: ForgottenTags) => {
    storefront?.invalidate(tags);
    teller?.publish(tags);
  };
  const keptPages = () => storefront?.cacheSize();
  const app = await createApp({ db, url, config, redis, onForget: forget, cachedPages: keptPages });
  closing.add(() => app.close());
  if (withPages) {
    const pages = storefrontOptions(config, `http://${reachable(config.host)}:${config.port}`);
    const shared = redis && (await sharing(redis, (tags) => storefront?.invalidate(tags), pages));
    storefront = await mountStorefront(app, { ...pages, shared: shared?.pages });
  }
  const { result } = (await app.inject(health.path)).json();
  return [app, `${result.products} products ready to be found`];
}

/** The pages alone, which hear through Redis what changes. */
async function openPages(config: Config, redis: Redis | undefined): Promise<FastifyInstance> {
  const app = await httpServer(config);
  closing.add(() => app.close());
  app.decorate(
    'readiness',
    openReadiness(app, async () => true),
  );
  let storefront: Storefront | undefined;
  const registry = openMetrics(app, config);
  measurePageCache(registry, () => storefront?.cacheSize());
  measureRedis(registry, redis);
  const pages = storefrontOptions(config, config.apiUrl!);
  const shared = redis && (await sharing(redis, (tags) => storefront?.invalidate(tags), pages));
  const isCurrent = () => shared?.news.stamps !== undefined;
  storefront = await mountStorefront(app, { ...pages, shared: shared?.pages, isCurrent });
  return app;
}

/** What storefronts share: each other's pages, and the news of what changed. */
async function sharing(redis: Redis, forget: (tags: ForgottenTags) => void, settings: object) {
  const news = subscribePageEvents(redis, forget);
  const makers = JSON.stringify([await builtFrom(), settings]);
  return { news, pages: redisPages(redis, news, makers) };
}

const since = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

try {
  await start(readConfig(process.env));
} catch (error) {
  // What fails while we are closing is only the echo of that.
  if (!closing.wanted) console.error(error instanceof UserFacingError ? error.message : error);
  await closing.end(1);
}
