import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb, type Db } from '@fynbos/api/db.ts';
import { mountStorefront, type Storefront } from '@fynbos/storefront/server/mount.ts';
import { findPort } from '../../../server/port.ts';
import { storefrontOptions } from '../../../server/storefront-options.ts';
import { copyOfDemo } from '../database/test-database.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { manyUnpaidOrders } from './unpaid-limits.ts';

/** API and pages in this process, mounted as `npm start` does, on a free port. */
export interface WebShop {
  origin: string;
  db: Db;
  /** The log, one JSON line per entry. */
  log: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens a shop on a copy of the demo database. One process shows the pages of one shop at a time, because
 * the built renderer has a single configuration.
 * @param settings operator variables, as in the environment; `DATABASE_URL` names another database
 */
export async function openWebShop(settings: Record<string, string> = {}, now?: () => Date): Promise<WebShop> {
  const data = await temporaryFolder();
  const { url, drop } = settings.DATABASE_URL ? givenDatabase(settings.DATABASE_URL) : await copyOfDemo();
  const config = readConfig({
    FYNBOS_DATA: data.folder,
    LOG_LEVEL: 'warn',
    TIMEOUT_SCALE: '20',
    ...manyUnpaidOrders,
    ...settings,
  });
  const log: string[] = [];
  const db = connectDb(url);
  let storefront: Storefront | undefined;
  const app = await createApp({
    ...{ db, url, config, now },
    log: { write: (line) => void log.push(line) },
    onForget: (tags) => void storefront?.invalidate(tags),
    cachedPages: () => storefront?.cacheSize(),
  });
  const { port, release } = await findPort({ host: config.host, port: 0 });
  const origin = `http://127.0.0.1:${port}`;
  storefront = await mountStorefront(app, storefrontOptions(config, origin));
  await release();
  await app.listen({ host: config.host, port });
  return {
    origin,
    db,
    log,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
      await drop();
      await data.remove();
    },
  };
}

const givenDatabase = (url: string) => ({ url, drop: async () => {} });
