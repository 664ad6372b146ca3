import { join } from 'node:path';
import { createApp } from '@fynbos/api/app.ts';
import { importInto } from '@fynbos/api/catalogue/import/import.ts';
import { readConfig } from '@fynbos/api/config.ts';
import { startEmbedded } from '@fynbos/api/database/embedded.ts';
import { openServer } from '@fynbos/api/database/open.ts';
import { serve } from './child.ts';

/** The real API on a data folder of its own, filled by the importer. */
serve<{ folder: string; catalogue: string; mapping?: string }>(async ({ folder, catalogue, mapping }) => {
  const embedded = await startEmbedded(folder, { owner: 'npm run bench' });
  const { db, url, close } = await openServer(embedded.url);
  await importInto(db, catalogue, mapping ? { mapping } : undefined);
  const config = readConfig({ FYNBOS_DATA: join(folder), LOG_LEVEL: 'silent' });
  const app = await createApp({ db, url, config });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: Number(new URL(origin).port),
    async stop() {
      await app.close();
      await close();
      await embedded.stop();
    },
  };
});
