import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config.ts';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import { importShop } from '@fynbos/api/import-shop.ts';
import { serve } from './child.ts';

/** The real API on a data folder of its own, filled by the importer. */
serve<{ folder: string; catalogue: string; map?: string }>(async ({ folder, catalogue, map }) => {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  const open = async () => {
    const database = await openServer(embedded.url);
    const { ok, problems } = await importShop(database.db, catalogue, { map });
    if (!ok) throw new Error(`the catalogue was refused: ${JSON.stringify(problems.slice(0, 5))}`);
    const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent' });
    const app = await createApp({ ...database, config });
    return { app, database, origin: await app.listen({ port: 0, host: '127.0.0.1' }) };
  };
  // A bench that fails leaves no server behind.
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
