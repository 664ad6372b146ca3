import { createApp } from '@fynbos/api/app.ts';
import { readConfig } from '@fynbos/api/config/config.ts';
import { connectDb } from '@fynbos/api/db.ts';

/**
 * A complete API in a separate process that tests can kill. `DATABASE_URL` and `FYNBOS_DATA` set its data.
 * It prints its address.
 */
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const url = config.databaseUrl!;
const app = await createApp({ db: connectDb(url), url, config });
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
