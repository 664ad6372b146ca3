import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { expect, test } from 'vitest';

const file = fileURLToPath(import.meta.resolve('@fynbos/test-kit/processes/logging-shop-process.ts'));

test('a full log disk does not block the shop (T16)', async ({ skip, task }) => {
  const full = await open('/dev/full', 'w').catch(() => undefined);
  if (!full) return skip('this system has no /dev/full');
  const shop = await start(full.fd);
  for (let round = 0; round < 50; round++) expect(await shop.request()).toBe('here');
  await shop.end();
  await full.close();
  task.meta.attempts = 50;
});

test('the log is written in complete lines', async () => {
  const { folder, remove } = await temporaryFolder();
  const log = await open(join(folder, 'log'), 'a');
  const shop = await start(log.fd);
  await shop.request();
  await shop.end();
  await log.close();
  const lines = (await readFile(join(folder, 'log'), 'utf8')).trimEnd().split('\n');
  await remove();
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('something to say');
});

/** A server in a separate process, with its log redirected. */
async function start(stdout: number) {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  const [origin] = (await once(child, 'message')) as [string];
  return {
    request: async () => (await fetch(origin, { signal: AbortSignal.timeout(5000) })).text(),
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
