import { join } from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { type Config, deprecationNotices, readConfig, withoutPassword } from '@fynbos/api/config/config.ts';
import { loadEnvironment } from '@fynbos/api/config/environment.ts';
import { withSandbox } from '@fynbos/api/config/sandbox-variables.ts';
import { measurePageCache } from '@fynbos/api/operations/metrics/page-cache-metrics.ts';
import { measureRedis } from '@fynbos/api/operations/metrics/redis-metrics.ts';
import { openMetrics } from '@fynbos/api/operations/metrics.ts';
import { openReadiness } from '@fynbos/api/operations/readiness.ts';
import { backUpBeforeMigration } from '@fynbos/api/platform/backup/pre-migration-backup-service.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { type OpenDatabase, openForShop } from '@fynbos/api/platform/database/open-database.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { pagePublisher, subscribePageEvents } from '@fynbos/api/platform/events/page-events.ts';
import { httpServer } from '@fynbos/api/platform/http/http-server.ts';
import { openRedis, type Redis } from '@fynbos/api/platform/redis/redis-connection.ts';
import { health } from '@fynbos/core/operation/contract.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { mountStorefront, type Storefront } from '@fynbos/storefront/server/mount.ts';
import type { FastifyInstance } from 'fastify';
import { buildStorefront, builtFrom } from '../scripts/build.ts';
import { loadDemo } from './demo-shop.ts';
import { openMailService, openPaymentService } from './local-services.ts';
import { missingParts } from './missing-parts.ts';
import { findPort, reachable, refusePort, shown } from './port.ts';
import { redisPages } from './redis-page-cache.ts';
import { shutDownOnSignals } from './shutdown.ts';
import { storefrontOptions } from './storefront-options.ts';

const closing = shutDownOnSignals(console.log);

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
    const mail = await openMailService(config, closing);
    const payments = await openPaymentService(config, closing);
    const withKeys = withSandbox(process.env, payments.variables);
    const shopConfig = { ...withKeys, port: config.port, smtpUrl: mail.smtpUrl };
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(shopConfig, database, redis, true));
    const missing = (await missingParts(database.db, config)) ?? [];
    return { app, notices: [...mail.notices, payments.notice].concat(missing) };
  },
  async api(config) {
    const database = await openFilled(config);
    const redis = await openShared(config);
    const app = await step('catalogue', () => openApi(config, database, redis, false));
    const missing = (await missingParts(database.db, config)) ?? [];
    const unsent = config.smtpUrl ? [] : ['Mail waits until a process with SMTP_URL sends it.'];
    return { app, notices: unsent.concat(missing) };
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
  const { databaseUrl, dataFolder, timeoutScale } = config;
  if (databaseUrl) {
    const database = await openForShop(databaseUrl, timeoutScale);
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
  const backup = await backUpBeforeMigration(embedded.url, join(dataFolder, 'backups'));
  const database = await openForShop(embedded.url, timeoutScale);
  closing.add(database.close);
  const before = backup ? `, backed up before to ${backup}` : '';
  return [database, `PostgreSQL in ${embedded.folder}, ${schema(database)}${before}`];
}

const schema = ({ applied }: OpenDatabase) =>
  applied.length > 0 ? `schema brought up to ${applied.at(-1)}` : 'schema up to date';

async function fill({ db }: OpenDatabase, config: Config): Promise<[undefined, string]> {
  return [undefined, await loadDemo(db, config)];
}

async function openFilled(config: Config): Promise<OpenDatabase> {
  const database = await step('database', () => openDatabase(config));
  await step('demo shop', () => fill(database, config));
  return database;
}

/** A log for the time before the server with its own log exists. */
const log = {
  warn: (detail: { error: string }, sentence: string) => console.error(`${sentence}: ${detail.error}`),
  info: (_what: object, sentence: string) => console.error(sentence),
};

/** The Redis connection, when configured. */
async function openShared(config: Config): Promise<Redis | undefined> {
  if (!config.redisUrl) return undefined;
  const redis = await openRedis(config.redisUrl, log, config.timeoutScale);
  closing.add(redis.close);
  return redis;
}

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
    const shared =
      redis &&
      (await sharing(redis, (tags) => storefront?.invalidate(tags), { pages, key: config.pageCacheKey }));
    const retainedBuilds = retainedBuildsFolder(config);
    storefront = await mountStorefront(app, { ...pages, retainedBuilds, shared: shared?.pages });
  }
  const { result } = (await app.inject(health.path)).json();
  return [app, `indexed ${result.products} products`];
}

/** Shared by all versions; the shared page cache does not depend on it, so it is no part of `storefrontOptions`. */
const retainedBuildsFolder = ({ dataFolder }: Config) => join(dataFolder, 'builds');

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
  // `readConfig` refuses `ROLE=storefront` without `API_URL`.
  const pages = storefrontOptions(config, config.apiUrl!);
  const shared =
    redis &&
    (await sharing(redis, (tags) => storefront?.invalidate(tags), { pages, key: config.pageCacheKey }));
  const isCurrent = () => shared?.pageEvents.stamps !== undefined;
  const retainedBuilds = retainedBuildsFolder(config);
  storefront = await mountStorefront(app, { ...pages, retainedBuilds, shared: shared?.pages, isCurrent });
  return app;
}

/** The shared state of storefronts: page events and, with a key, cached pages. */
async function sharing(
  redis: Redis,
  forget: (tags: ForgottenTags) => void,
  { pages, key }: { pages: object; key: string | undefined },
) {
  const pageEvents = subscribePageEvents(redis, forget);
  const makers = JSON.stringify([await builtFrom(), pages]);
  return {
    pageEvents,
    pages: key === undefined ? undefined : redisPages(redis, pageEvents, { makers, key }),
  };
}

const since = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

try {
  const warnings = loadEnvironment();
  for (const notice of [...warnings, ...deprecationNotices(process.env)]) console.error(notice);
  await start(readConfig(process.env));
} catch (error) {
  // Failures after the start of closing are consequences of it.
  if (!closing.isClosing) console.error(error instanceof UserFacingError ? error.message : error);
  await closing.end(1);
}
