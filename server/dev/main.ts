import inspector from 'node:inspector';
import { join, relative, sep } from 'node:path';
import { type Config, readConfig } from '@fynbos/api/config/config.ts';
import { loadEnvironment } from '@fynbos/api/config/environment.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { httpServer } from '@fynbos/api/platform/http/http-server.ts';
import { isApiPath } from '@fynbos/core/api-path.ts';
import { openDevelopmentRenderer } from '@fynbos/storefront/server/development-renderer.ts';
import { mountStorefront } from '@fynbos/storefront/server/mount.ts';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { openMailService, openPaymentService } from '../local-services.ts';
import { findPort, reachable, refusePort, shown } from '../port.ts';
import { shutDownOnSignals } from '../shutdown.ts';
import { storefrontOptions } from '../storefront-options.ts';
import { type ApiProcess, isInspectFlag, startApi } from './api-process.ts';
import { proxyToApi } from './api-proxy.ts';

/**
 * `npm run dev`: the shop from its sources. This process holds everything that a change must not restart:
 * the database, the mail sink, the payment sandbox, and Vite, which replaces changed modules in open pages.
 * The API is a process of its own, which is restarted.
 */

const project = join(import.meta.dirname, '../..');
const closing = shutDownOnSignals(console.log);
// Vite would end this process at once, and the database with it.
process.on('newListener', (signal, listener) => {
  if (signal === 'SIGTERM') queueMicrotask(() => process.off(signal, listener));
});

/** Sources of the API, and sources that this process itself has loaded. */
const ofApi = ['api/src', 'api/migrations', 'core/src'];
const ofThis = ['server', 'sandbox', 'storefront/server/http', 'storefront/server/page-cache'];

async function start(config: Config): Promise<void> {
  const begin = performance.now();
  const { port, release } = await findPort(config);
  const shop = { ...config, port };
  const databaseUrl = await openDatabase(config);
  const { smtpUrl, notices } = await openMailService(config, closing);
  const { variables, notice } = await openPaymentService(shop, closing);
  const configured = Object.entries(process.env).filter(([, value]) => value?.trim());
  const api = startApi({
    ...{ ...variables, ...Object.fromEntries(configured) },
    ...{ NODE_COMPILE_CACHE: join(project, '.cache/node') },
    ...{ PORT: String(port), DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl },
  });
  closing.add(() => api.stop());
  const app = await openFront(shop, api);
  await api.port();
  await release();
  await app.listen({ host: config.host, port }).catch(refusePort(port));
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`Fynbos is at http://${shown(config.host)}:${port}, ready in ${seconds} s. Ctrl-C ends it.`);
  for (const sentence of [...notices, notice]) console.log(sentence);
}

/** @returns the URL of the operator's server, or of the embedded one, which runs as long as this process */
async function openDatabase({ databaseUrl, dataFolder }: Config): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const restarted = (sentence: string) => console.error(`${sentence} It is started again.`);
  const embedded = await startEmbedded(dataFolder, { owner: 'npm run dev', restarted });
  closing.add(() => embedded.stop());
  void embedded.died.then((sentence) => {
    console.error(sentence);
    return closing.end(1);
  });
  return embedded.url;
}

/** The server that browsers use: it passes API calls on, and serves files and pages from the sources. */
async function openFront(config: Config, api: ApiProcess): Promise<FastifyInstance> {
  const app = await httpServer(config);
  closing.add(() => app.close());
  const { vite, loadRenderer } = await openDevelopmentRenderer(app.server);
  closing.add(() => vite.close());
  // Transforms the sources before the first page is requested: its API calls would time out meanwhile.
  await loadRenderer();
  app.addHook('onRequest', async ({ raw }, reply) => {
    const isApi = isApiPath(raw.url ?? '');
    if (isApi || (await isServedBy(vite, raw, reply.raw))) reply.hijack();
    if (isApi) await proxyToApi(api, raw, reply.raw);
  });
  const options = storefrontOptions(config, `http://${reachable(config.host)}:${config.port}`);
  await mountStorefront(app, { ...options, cache: false, loadRenderer });
  watch(vite, api);
  return app;
}

/** Lets Vite handle a request for one of its files. */
function isServedBy(vite: ViteDevServer, ...[request, response]: Parameters<ViteDevServer['middlewares']>) {
  return new Promise<boolean>((done) => {
    response.once('close', () => done(true));
    vite.middlewares(request, response, () => done(false));
  });
}

/** Restarts the API when its sources change. Changes of this process's own sources need a new start. */
function watch(vite: ViteDevServer, api: ApiProcess): void {
  vite.watcher.add([...ofApi, ...ofThis].map((folder) => join(project, folder)));
  vite.watcher.on('all', (event, file) => {
    const path = relative(project, file).split(sep).join('/');
    if (event.endsWith('Dir') || /\.(test|stress)\.tsx?$/.test(path)) return;
    const isIn = (folders: readonly string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
    if (isIn(ofApi)) {
      api.restart();
      console.log(`${path} changed: the API restarts.`);
    } else if (isIn(ofThis) && event === 'change') console.log(`${path} changed: start again to use it.`);
  });
}

/** Lets a debugger attach: `npm run dev -- --inspect`, `--inspect=PORT`, or `--inspect-brk` to wait for it. */
function openInspector(flag: string | undefined): void {
  if (!flag) return;
  const [name, port] = flag.split('=');
  inspector.open(port ? Number(port) : undefined, undefined, name !== '--inspect');
}

try {
  process.env.NODE_ENV ??= 'development';
  process.setSourceMapsEnabled(true);
  openInspector(process.argv.find(isInspectFlag));
  for (const warning of loadEnvironment()) console.error(warning);
  await start(readConfig(process.env));
} catch (error) {
  if (!closing.isClosing) console.error(error instanceof UserFacingError ? error.message : error);
  await closing.end(1);
}
