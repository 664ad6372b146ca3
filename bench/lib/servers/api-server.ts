import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { serve } from './child-server.ts';

/** The real API with its own data folder and an imported catalogue. */
serve<{ folder: string; catalogue: string; map?: string }>(async ({ folder, catalogue, map }) => {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  const open = async () => {
    const database = await openDatabaseServer(embedded.url);
    const { ok, problems } = await importShop(database.db, catalogue, { map });
    if (!ok) throw new Error(`the catalogue could not be imported: ${JSON.stringify(problems.slice(0, 5))}`);
    const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
    const app = await createApp({ ...database, config });
    return { app, database, origin: await app.listen({ port: 0, host: '127.0.0.1' }) };
  };
  // A failing benchmark must stop its database.
  const { app, database, origin } = await open().catch(async (error) => {
    await embedded.stop();
    throw error;
  });
  return {
    port: Number(new URL(origin).port),
    async stop() {
      await app.close();
      await database.close();
      await embedded.stop();
    },
  };
});
