import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Finds a free port for a shop whose providers need its address before it starts. The port lies outside the
 * ephemeral range, so that it stays free while the shop is down.
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
