import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countAt, fillWithNoise, rowsIn } from '@fynbos/test-kit/database/database-contents-store.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { commandFile, runCommand } from '@fynbos/test-kit/processes/cli-command.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Backup and restore commands that are killed leave no partial result. */

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let full: FreshDatabase;
let empty: FreshDatabase;
let file: string;
beforeAll(async () => {
  data = await temporaryFolder();
  file = join(data.folder, 'shop.backup');
  [full, empty] = await Promise.all([freshDatabase(), emptyDatabase()]);
  await fillWithNoise(full.db, 80_000);
});
afterAll(async () => {
  await Promise.all([full.drop(), empty.drop()]);
  await data.remove();
});

const filesThere = () => readdir(data.folder);
const begin = (name: 'backup' | 'restore', url: string): ChildProcess =>
  spawn(process.execPath, [commandFile(name), file], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });

/** Kills a command while it copies rows, and waits until the database has noticed. */
async function killIn(child: ChildProcess, { db }: FreshDatabase, isInside: () => Promise<boolean>) {
  const ended = once(child, 'exit');
  await expect.poll(isInside, { interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  await expect.poll(() => countAt(db, 'copy%')).toBe(0);
  return signal;
}

describe('a backup', () => {
  test('leaves no file of its name when killed', async () => {
    const isInside = async () => (await filesThere()).length > 0;
    expect(await killIn(begin('backup', full.url), full, isInside)).toBe('SIGKILL');
    const left = await filesThere();
    expect(left.filter((name) => !/^shop\.backup\.unfinished-\d+$/.test(name))).toEqual([]);
  });

  test('reports a full disk and leaves no file', async () => {
    const path = join(data.folder, 'large');
    // The file size limit of 512 kB stands for a full disk.
    const script = `ulimit -f 1024; exec "$0" "$@"`;
    const child = spawn('sh', ['-c', script, process.execPath, commandFile('backup'), path], {
      // Node's compile cache would exceed the limit too.
      env: { ...process.env, DATABASE_URL: full.url, NODE_DISABLE_COMPILE_CACHE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/large cannot be written \(EFBIG.*\): nothing is left of it\.\n$/),
    ]);
    expect((await filesThere()).filter((name) => name.startsWith('large'))).toEqual([]);
  });

  test('reports the result', async () => {
    const { code, out, err } = await runCommand(full.url, 'backup', file);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^The shop of 20.*Z, schema \d+, is in .*shop\.backup:\n\d+ tables, 80,\d\d\d rows, [\d.]+ MB packed to [\d.]+ MB, in [\d.]+ s\.\nNot in it: /,
    );
  });
});

describe('a restore', () => {
  test('leaves the database empty when killed', async () => {
    const isInside = async () => (await countAt(empty.db, 'copy "rate_bucket"%')) > 0;
    expect(await killIn(begin('restore', empty.url), empty, isInside)).toBe('SIGKILL');
    expect(await rowsIn(empty.db)).toEqual({});
  });

  test('can be repeated and restores the same shop', async () => {
    const { code, out, err } = await runCommand(empty.url, 'restore', file);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /shop\.backup is whole: .*\nRestored into postgres:.* rows, each compared; schema \d+\.\nThe next order is \d+\.\nRun "npm run audit"/,
    );
    expect(await rowsIn(empty.db)).toEqual(await rowsIn(full.db));
  });

  test('prints the usage for an invalid argument', async () => {
    const { code, err } = await runCommand(empty.url, 'restore', file, '--next-order', 'many');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('999999999: npm run restore -- FILE [--next-order'),
    ]);
  });
});
