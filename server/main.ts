import { join } from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { type Config, deprecationNotices, readConfig, withoutPassword } from '@fynbos/api/config/config.ts';
import { isLoopback } from '@fynbos/api/config/live-addresses.ts';
import { forgetSandbox, storeSandbox, withSandbox } from '@fynbos/api/config/sandbox-variables.ts';
import { measurePageCache } from '@fynbos/api/operations/metrics/page-cache-metrics.ts';
import { measureRedis } from '@fynbos/api/operations/metrics/redis-metrics.ts';
import { openMetrics } from '@fynbos/api/operations/metrics.ts';
import { openReadiness } from '@fynbos/api/operations/readiness.ts';
import { webHookUrlOf } from '@fynbos/api/payments/attempts/provider-redirect-service.ts';
import { providersOf } from '@fynbos/api/payments/provider-setup.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { type OpenDatabase, openForShop } from '@fynbos/api/platform/database/open-database.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { pagePublisher, subscribePageEvents } from '@fynbos/api/platform/events/page-events.ts';
import { httpServer } from '@fynbos/api/platform/http/http-server.ts';
import { shopUrlOf } from '@fynbos/api/platform/mail/templates/mail-links.ts';
import { openRedis, type Redis } from '@fynbos/api/platform/redis/redis-connection.ts';
import { health } from '@fynbos/core/operation/contract.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { openMailSink } from '@fynbos/sandbox/mail/mail-sink.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { mountStorefront, type Storefront } from '@fynbos/storefront/server/mount.ts';
import type { FastifyInstance } from 'fastify';
import { buildStorefront, builtFrom } from '../scripts/build.ts';
import { loadDemo } from './demo-shop.ts';
import { findPort, reachable, refusePort, shown } from './port.ts';
import { redisPages } from './redis-page-cache.ts';
import { closeOnSignals } from './shutdown.ts';
import { storefrontOptions } from './storefront-options.ts';

const closing = closeOnSignals(console.log);

/** The server of a process, and the notices to print when it listens. */
interface Opened {
  app: FastifyInstance;
  notices?: string[];
}

/** Starts the process; each step prints its result and duration. */
async function start(config: Config): Promise<void> {
  const begin = performance.now();
  const { port, release } = await findPort(config);
  const { app, notices = [] } = await open[config.role]({ ...config, port });
  await release();
  await app.listen({ host: config.host, port }).catch(refusePort(port));
  // Registered last, so it closes first: clients are notified before anything else ends.
  closing.add(
    async (code) => code === 0 && (await app.readiness?.drain(config.drainSeconds)),
    drainTimeoutMs,
  );
  console.log(
    `${titles[config.role]} is at http://${shown(config.host)}:${port}, ready in ${since(begin)}. Ctrl-C ends it.`,
  );
  for (const sentence of notices) console.log(sentence);
}

const titles = { shop: 'Fynbos', api: 'The API of Fynbos', storefront: 'The storefront of Fynbos' };
const drainTimeoutMs = 65_000;

const open: Record<Config['role'], (config: Config) => Promise<Opened>> = {
  async shop(config) {
    await step('storefront', build);
    const database = await openFilled(config);
    const mail = await openMail(config);
    const money = await openMoney(config);
    const shopConfig = { ...money.config, ...mail };
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(shopConfig, database, redis, true));
    const unsent = `Mail goes to a local mail sink: read it at ${mail.readAt}, or set SMTP_URL to send it.`;
    return { app, notices: [...(mail.readAt ? [unsent] : []), money.notice] };
  },
  async api(config) {
    const database = await openFilled(config);
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(config, database, redis, false));
    return { app, notices: config.smtpUrl ? [] : ['Mail waits until a process with SMTP_URL sends it.'] };
  },
  async storefront(config) {
    await step('storefront', build);
    return { app: await openPages(config, await openShared(config)) };
  },
};

/**
 * Runs a step and prints its line.
 * @param run returns the result and a summary
 */
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

/** A log for the time before the server with its own log exists. */
const log = {
  warn: (detail: { error: string }, sentence: string) => console.error(`${sentence}: ${detail.error}`),
  info: (_what: object, sentence: string) => console.error(sentence),
};

/** The Redis connection, when configured. */
async function openShared({ redisUrl }: Config): Promise<Redis | undefined> {
  if (!redisUrl) return undefined;
  const redis = await openRedis(redisUrl, log);
  closing.add(redis.close);
  return redis;
}

/** The SMTP server of the operator, or a local mail sink with a page that shows the mail. */
async function openMail(config: Config): Promise<{ smtpUrl: string; readAt?: string }> {
  if (config.smtpUrl) return { smtpUrl: config.smtpUrl };
  const sink = await openMailSink({ folder: join(config.dataFolder, 'mail'), port: config.mailSinkPort });
  closing.add(sink.close);
  return { smtpUrl: sink.smtpUrl, readAt: sink.pageUrl };
}

/**
 * Payment providers with keys. In test mode the local payment sandbox replaces the others. A shop with a
 * public address gets no sandbox, so that shoppers cannot pay with test money there.
 */
async function openMoney(config: Config): Promise<{ config: Config; notice: string }> {
  await forgetSandbox(config.dataFolder);
  if (config.payments === 'live' && !config.publicUrl)
    throw new UserFacingError(
      'PAYMENTS=live needs PUBLIC_URL: providers send shoppers back there, and call it.',
    );
  if (config.payments === 'live')
    return {
      config,
      notice: `Payments are live: ${names(config) || 'no provider has its keys, so on delivery only'}.`,
    };
  if (config.publicUrl && !isLoopback(new URL(config.publicUrl).hostname))
    return { config, notice: 'Payments run in test mode: only providers with test keys are offered.' };
  const folder = join(config.dataFolder, 'payments');
  const sandbox = await openPaymentSandbox({ port: config.sandboxPort, folder });
  closing.add(sandbox.close);
  const shop = { shopUrl: shopUrlOf(config) };
  sandbox.webHooksTo({ card: webHookUrlOf(shop, 'card'), wallet: webHookUrlOf(shop, 'wallet') });
  const variables = sandbox.settings();
  await storeSandbox(config.dataFolder, { url: sandbox.url, variables });
  closing.add(() => forgetSandbox(config.dataFolder));
  const withKeys = withSandbox(process.env, variables);
  const notice = `Payments run in sandbox mode. Transactions: ${sandbox.url}`;
  return { config: { ...withKeys, port: config.port }, notice };
}

const names = (config: Config) => [...providersOf(config).values()].map(({ title }) => title).join(', ');

/**
 * The API with its catalogue, and optionally the pages. Every page cache, here and in other processes, is
 * notified of changes.
 */
async function openApi(
  config: Config,
  { db, url }: OpenDatabase,
  redis: Redis | undefined,
  withPages: boolean,
): Promise<[FastifyInstance, string]> {
  let storefront: Storefront | undefined;
  const publisher =
    redis &&
    pagePublisher(redis, (cause) =>
      log.warn(
        { error: String(cause) },
        'cannot publish changes to the storefronts; they will be notified later',
      ),
    );
  closing.add(async () => publisher?.stop());
  const forget = (tags: ForgottenTags) => {
    storefront?.invalidate(tags);
    publisher?.publish(tags);
  };
  const cachedPages = () => storefront?.cacheSize();
  const app = await createApp({ db, url, config, redis, onForget: forget, cachedPages });
  closing.add(() => app.close());
  if (withPages) {
    const pages = storefrontOptions(config, `http://${reachable(config.host)}:${config.port}`);
    const shared = redis && (await sharing(redis, (tags) => storefront?.invalidate(tags), pages));
    storefront = await mountStorefront(app, { ...pages, shared: shared?.pages });
  }
  const { result } = (await app.inject(health.path)).json();
  return [app, `indexed ${result.products} products`];
}

/** The pages alone; changes arrive through Redis. */
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
  const isCurrent = () => shared?.pageEvents.stamps !== undefined;
  storefront = await mountStorefront(app, { ...pages, shared: shared?.pages, isCurrent });
  return app;
}

/** The shared state of storefronts: cached pages and page events. */
async function sharing(redis: Redis, forget: (tags: ForgottenTags) => void, settings: object) {
  const pageEvents = subscribePageEvents(redis, forget);
  const makers = JSON.stringify([await builtFrom(), settings]);
  return { pageEvents, pages: redisPages(redis, pageEvents, makers) };
}

const since = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

try {
  for (const notice of deprecationNotices(process.env)) console.error(notice);
  await start(readConfig(process.env));
} catch (error) {
  // Failures after the start of closing are consequences of it.
  if (!closing.isClosing) console.error(error instanceof UserFacingError ? error.message : error);
  await closing.end(1);
}
