import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { mountStorefront } from '@fynbos/storefront/server/mount.ts';
import { freePort } from '../free-port.ts';
import { serve } from './child-server.ts';

interface Task {
  folder: string;
  catalogue: string;
  cache: boolean;
  /** Multiplies the time limits of the pages' calls; 10 where nothing but the rate is measured. */
  timeoutScale?: number;
}

/** The real shop, API and pages in one process as with `npm start`, with an imported catalogue. */
serve<Task>(async ({ folder, catalogue, cache, timeoutScale = 10 }) => {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  const open = async () => {
    const database = await openDatabaseServer(embedded.url);
    const { ok, problems } = await importShop(database.db, catalogue, {});
    if (!ok) throw new Error(`the catalogue could not be imported: ${JSON.stringify(problems.slice(0, 5))}`);
    const app = await createApp({
      ...database,
      config: readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' }),
    });
    const port = await freePort();
    await mountStorefront(app, { apiUrl: `http://127.0.0.1:${port}`, cache, timeoutScale });
    await app.listen({ port, host: '127.0.0.1' });
    return { app, database, port };
  };
  // A failing benchmark must stop its database.
  const { app, database, port } = await open().catch(async (error) => {
    await embedded.stop();
    throw error;
  });
  return {
    port,
    async stop() {
      await app.close();
      await database.close();
      await embedded.stop();
    },
  };
});
