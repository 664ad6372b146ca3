import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { serve } from './child-server.ts';

/** The real API on a filled database; shoppers have many client IPs. */
serve<{ url: string; folder: string }>(async ({ url, folder }) => {
  const database = await openDatabaseServer(url);
  const config = readConfig({ FYNBOS_DATA: folder, LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' });
  const app = await createApp({ ...database, config });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: Number(new URL(origin).port),
    async stop() {
      await app.close();
      await database.close();
    },
  };
});
