import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { type Config, readConfig, withoutPassword } from '@fynbos/api/config.ts';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { type OpenDatabase, openServer } from '@fynbos/api/database/open.ts';
import { codeOf, StartProblem } from '@fynbos/api/database/start-problem.ts';
import { isLoopback } from '@fynbos/api/live-addresses.ts';
import { shopUrlOf } from '@fynbos/api/mail/pages.ts';
import { webHookUrlOf } from '@fynbos/api/payments/hand-off-service.ts';
import { providersOf } from '@fynbos/api/payments/open-providers.ts';
import { forgetSandbox, keepSandbox, withSandbox } from '@fynbos/api/sandbox-variables.ts';
import { placesIn } from '@fynbos/api/view-places.ts';
import { health } from '@fynbos/core/operation/contract.ts';
import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { openMailSink } from '@fynbos/sandbox/mail-sink.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { mountStorefront, type Storefront } from '@fynbos/storefront/server/mount.ts';
import type { FastifyInstance } from 'fastify';
import { buildStorefront } from './build.ts';
import { closeOnSignals } from './closing.ts';
import { loadDemo } from './demo.ts';

const closing = closeOnSignals(console.log);

/** Everything from nothing to a shop that answers; each step says what it did and how long it took. */
async function startShop(config: Config): Promise<void> {
  const begin = performance.now();
  const { port, release } = await findPort(config);
  await step('storefront', build);
  const database = await step('database', () => openDatabase(config));
  await step('demo shop', () => fill(database));
  const mail = await openMail(config);
  const money = await openMoney({ ...config, port });
  const app = await step('catalogue', () => openApp({ ...money.config, ...mail, port }, database));
  await release();
  await app.listen({ host: config.host, port }).catch(refusePort(port));
  console.log(`Fynbos is at http://${shown(config.host)}:${port}, ready in ${since(begin)}. Ctrl-C ends it.`);
  if (mail.readAt)
    console.log(`Mail goes nowhere yet: read it at ${mail.readAt}, or set SMTP_URL to send it.`);
  console.log(money.says);
}

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
    const database = await openServer(databaseUrl);
    closing.add(database.close);
    return [database, `${withoutPassword(databaseUrl)}, ${schema(database)}`];
  }
  const embedded = await startEmbedded(dataFolder, { owner: 'npm start' });
  closing.add(() => embedded.stop());
  void embedded.died.then((sentence) => {
    console.error(`${sentence} Nothing that was confirmed is lost: start again.`);
    return closing.end(1);
  });
  const database = await openServer(embedded.url);
  closing.add(database.close);
  return [database, `PostgreSQL in ${embedded.folder}, ${schema(database)}`];
}

const schema = ({ applied }: OpenDatabase) =>
  applied.length > 0 ? `schema brought up to ${applied.at(-1)}` : 'schema up to date';

async function fill({ db }: OpenDatabase): Promise<[undefined, string]> {
  const loaded = await loadDemo(db);
  return [undefined, loaded ?? 'not needed, the shop has products'];
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
    throw new StartProblem(
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
  await keepSandbox(config.dataFolder, { url: sandbox.url, variables });
  closing.add(() => forgetSandbox(config.dataFolder));
  const withKeys = withSandbox(process.env, variables);
  const says = `Money is pretended: what was paid is at ${sandbox.url}.`;
  return { config: { ...withKeys, port: config.port }, says };
}

const names = (config: Config) => [...providersOf(config).values()].map(({ title }) => title).join(', ');

async function openApp(config: Config, { db, url }: OpenDatabase): Promise<[FastifyInstance, string]> {
  let storefront: Storefront | undefined;
  // A product stands in lists, searches and menus too: what is kept is made anew after any change.
  const onChange = () => storefront?.invalidateAll();
  const onForget = (tags: ForgottenTags) =>
    tags === '*' ? storefront?.invalidateAll() : storefront?.invalidate(tags);
  const keptPages = () => storefront?.kept();
  const app = await createApp({ db, url, config, onChange, onForget, keptPages });
  closing.add(() => app.close());
  storefront = await mountStorefront(app, {
    apiUrl: config.apiUrl ?? `http://${reachable(config.host)}:${config.port}`,
    publicApiUrl: config.apiUrl,
    publicUrl: config.publicUrl,
    places: placesIn(config),
    partitionKey: config.partitionKeys[0],
    switches: {
      stockSync: config.stockSync,
      listOutOfStock: config.listOutOfStock,
      tokenInHeader: config.tokenInHeader,
      tokenRefresh: config.tokenRefresh,
      zeroPriceProducts: config.zeroPriceProducts,
      outOfStockInCart: config.outOfStockInCart,
      cartSync: config.cartSync,
      totalsSync: config.totalsSync,
      countPieces: config.countPieces,
      askBeforeRemoving: config.askBeforeRemoving,
      sendOfflineOrders: config.sendOfflineOrders,
    },
    checkoutUrl: config.externalCheckoutUrl,
    contactMail: config.contactMail[0],
    cardOrigin: config.oppwaUrl && new URL(config.oppwaUrl).origin,
    outside: {
      tags: config.gtmId && { id: config.gtmId, url: config.gtmUrl, origins: config.gtmOrigins },
      chat: config.chatPropertyId && {
        id: config.chatPropertyId,
        url: config.chatUrl,
        origins: config.chatOrigins,
      },
      debug: config.analyticsDebug,
    },
    cache: config.outputCache,
  });
  const { result } = (await app.inject(health.path)).json();
  return [app, `${result.products} products ready to be found`];
}

/**
 * Finds out before anything is opened whether the port is free, and holds it until it is released: nobody else can be
 * given it meanwhile. Who calls before the shop listens is hung up on.
 *
 * @returns the port, chosen where 0 was asked
 */
async function findPort({ host, port }: Config): Promise<{ port: number; release(): Promise<void> }> {
  const probe = createServer((connection) => connection.destroy());
  await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done)).catch(
    refusePort(port),
  );
  const { port: found } = probe.address() as AddressInfo;
  const release = () => new Promise<void>((done) => void probe.close(() => done()));
  probe.unref();
  return { port: found, release };
}

function refusePort(port: number): (cause: unknown) => never {
  return (cause) => {
    const reason = portRefusals[codeOf(cause) ?? ''];
    throw reason ? new StartProblem(`Port ${port} ${reason}`, { cause }) : cause;
  };
}

const portRefusals: Record<string, string> = {
  EADDRINUSE: 'is in use by another program: end that, or choose another port with PORT.',
  EACCES: 'may not be opened by this user: choose one above 1023 with PORT.',
  EADDRNOTAVAIL: 'cannot be opened at this HOST: it is not an address of this machine.',
  ENOTFOUND: 'cannot be opened at this HOST: there is no such name.',
};

/** The address that this process reaches itself by. */
const reachable = (host: string) => (isAny(host) || host === 'localhost' ? '127.0.0.1' : bracketed(host));
/** The address that a person on this machine types. */
const shown = (host: string) => (isAny(host) ? 'localhost' : bracketed(host));
const isAny = (host: string) => host === '0.0.0.0' || host === '::';
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);

const since = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;

try {
  await startShop(readConfig(process.env));
} catch (error) {
  // What fails while we are closing is only the echo of that.
  if (!closing.wanted) console.error(error instanceof StartProblem ? error.message : error);
  await closing.end(1);
}
