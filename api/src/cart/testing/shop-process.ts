import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../db.ts';

/** A whole API in a process of its own, to be killed: `DATABASE_URL` and `FYNBOS_DATA` say on what. It tells its address. */
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' });
const url = config.databaseUrl!;
const app = await createApp({ db: connect(url), url, config });
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
