import type { AddressInfo } from 'node:net';
import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { openForShop } from '@fynbos/api/platform/database/open-database.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { loadDemo } from '../demo-shop.ts';
import { shutDownOnSignals } from '../shutdown.ts';

/** The API of `npm run dev`: it uses the services of its parent process, and reports its port. */

const closing = shutDownOnSignals(() => {});
process.on('disconnect', () => closing.end(0));
try {
  const config = readConfig(process.env);
  const database = await openForShop(config.databaseUrl ?? '');
  closing.add(database.close);
  await loadDemo(database.db, config);
  const app = await createApp({ db: database.db, url: database.url, config });
  closing.add(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port has such an address.
  const { port } = app.server.address() as AddressInfo;
  process.send?.(port);
} catch (error) {
  if (!closing.isClosing) console.error(error instanceof UserFacingError ? error.message : error);
  await closing.end(1);
}
