import { readConfig } from '@fynbos/api/config/config.ts';
import { httpServer } from '@fynbos/api/platform/http/http-server.ts';

/** A server in a separate process. It logs to its standard output and sends its address to the parent. */
const app = await httpServer(readConfig({ LOG_LEVEL: 'info' }));
app.get('/', async ({ log }) => {
  log.warn('something to say');
  return 'here';
});
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
