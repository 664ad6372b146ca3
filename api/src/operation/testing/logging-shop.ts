import { readConfig } from '../../config.ts';
import { httpServer } from '../../http-server.ts';

/** A server in a process of its own, which logs to that process's standard output and says to its parent where it is. */
const app = await httpServer(readConfig({ LOG_LEVEL: 'info' }));
app.get('/', async ({ log }) => {
  log.warn('something to say');
  return 'here';
});
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
