import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port nobody listens to, for a shop whose providers are told its address before it starts. It is none of those that
 * connections going out are given, so that it is still free when the shop was away for a while.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
  });
  if (!isFree) return freePort();
  await new Promise((done) => probe.close(done));
  return port;
}
