import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { countAt, hangUp, rowsIn } from '@fynbos/test-kit/database/database-contents-store.ts';
import {
  type Account,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  plainAccount,
} from '@fynbos/test-kit/database/test-database.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { type Ended, runCommandWith } from '@fynbos/test-kit/processes/cli-command.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { files } from '@fynbos/test-kit/traffic/continuous-orders.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDb, type Db } from '../../db.ts';
import { importShop } from '../../shop-import.ts';
import { type Embedded, startEmbedded } from '../database/embedded/embedded-postgres.ts';
import { appliedMigrations } from '../database/migrate.ts';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { createBackup } from './backup-service.ts';
import { checkBackup } from './files/backup-reader.ts';
import { readSequenceNames } from './files/schema-store.ts';
import { restore } from './restore-service.ts';
import { migrateToServer } from './server-migration-service.ts';

/** A shop moves from its embedded database to a server with one command; it never sells from both. */

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let account: Account;
let server: FreshDatabase;
let old: FreshDatabase;
let embedded: Embedded;
beforeAll(async () => {
  data = await temporaryFolder();
  account = await plainAccount();
  server = await emptyDatabase(account);
  old = await freshDatabase();
  await withFiles(files, (folder) => importShop(old.db, folder));
  embedded = await startEmbedded(data.folder, { owner: 'the test', settings: { fsync: 'off' } });
});
afterAll(async () => {
  await embedded.stop();
  await Promise.all([server.drop(), old.drop()]);
  await account.drop();
  await data.remove();
});

const runMove = (variables = {}): Promise<Ended> =>
  runCommandWith(
    { DATABASE_URL: '', FYNBOS_DATA: data.folder, ...variables },
    'migrate-to-server',
    server.url,
  );

/**
 * A note that records its calls.
 * @param meanwhile runs when the note is written
 */
function note(meanwhile: () => Promise<void> = async () => {}) {
  const calls: string[] = [];
  return {
    calls,
    async write() {
      calls.push('written');
      await meanwhile();
    },
    remove: async () => void calls.push('removed'),
  };
}

const inEmbedded = <Result>(use: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = connectDb(embedded.url);
  return use(db).finally(() => db.destroy());
};

test('restore loads a backup of a server into the embedded database', async () => {
  const path = join(data.folder, 'shop.backup');
  await createBackup(old.url, path);
  await restore(embedded.url, path, await checkBackup(path));
  expect(await inEmbedded(rowsIn)).toEqual(await rowsIn(old.db));
});

test('backup of the embedded database works while the shop runs on it', async () => {
  const path = join(data.folder, 'beside.backup');
  const { code, out, err } = await runCommandWith(
    { DATABASE_URL: '', FYNBOS_DATA: data.folder },
    'backup',
    path,
  );
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`is in ${path}`);
  const { sums } = await checkBackup(path);
  const rows = Object.values(await rowsIn(old.db)).flat().length;
  expect([...sums.values()].reduce((total, sum) => total + sum.rows, 0)).toBe(rows);
});

test('move refuses an embedded database that is in use', async () => {
  const { code, err } = await runMove();
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/is already in use \(the test, process \d+\): end that first/),
  ]);
});

test('move copies every row to a server whose account has no other permissions', async () => {
  await embedded.stop();
  const { code, out, err } = await runMove();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Moved to postgres:.* rows, each compared; schema \d+\.\nNow set DATABASE_URL to it/);
  expect(out).not.toContain(account.password);
  expect(await rowsIn(server.db)).toEqual(await rowsIn(old.db));
  expect(await invariantViolations(server.db)).toEqual([]);
});

test('the embedded database refuses to start after a move', async () => {
  const refused = startEmbedded(data.folder, { owner: 'the test' });
  await expect(refused).rejects.toThrow(
    /was moved to postgres:.*: set DATABASE_URL to that, or remove .*moved to go on/,
  );
  expect(await readFile(join(data.folder, 'moved'), 'utf8')).not.toContain(account.password);
});

test('move refuses a server database in use and changes nothing', async () => {
  await rm(join(data.folder, 'moved'));
  const rows = await rowsIn(server.db);
  const { code, err } = await runMove();
  expect([code, err]).toEqual([1, expect.stringContaining('The database is not empty (access_token and ')]);
  expect(await rowsIn(server.db)).toEqual(rows);
  await expect(stat(join(data.folder, 'moved'))).rejects.toThrow('ENOENT');
});

test('move refuses to run with DATABASE_URL set', async () => {
  const { code, err } = await runMove({ DATABASE_URL: server.url });
  expect([code, err]).toEqual([1, expect.stringContaining('DATABASE_URL is set: this moves the embedded')]);
});

test('move names the address of an unreachable server', async () => {
  const refused = migrateToServer(old.url, 'postgres://nobody@127.0.0.1:1/shop', note());
  await expect(refused).rejects.toThrow(
    '127.0.0.1:1/shop cannot be used (connect ECONNREFUSED 127.0.0.1:1): check the address.',
  );
});

test('move blocks writers to the old database and terminates them after the copy', async () => {
  const target = await emptyDatabase();
  const before = await rowsIn(old.db);
  let late: Promise<unknown> | undefined;
  const meanwhile = note(async () => {
    late = sql`update product set name = 'changed where nobody looks any more'`.execute(old.db);
    late.catch(() => {});
    await expect.poll(() => countAt(old.db, 'update product%')).toBe(1);
  });
  await migrateToServer(old.url, target.url, meanwhile);
  expect(meanwhile.calls).toEqual(['written']);
  await expect(late).rejects.toThrow(/terminat/);
  expect(await rowsIn(target.db)).toEqual(before);
  await target.drop();
  expect(await rowsIn(old.db)).toEqual(before);
});

test('move accepts a shop last run by the previous version', async () => {
  const earlier = await freshDatabase();
  const target = await emptyDatabase();
  await sql`alter table schema_version drop column survives_from`.execute(earlier.db);
  await migrateToServer(earlier.url, target.url, note());
  const { schema_version: versions, ...rows } = await rowsIn(target.db);
  expect(rows).toEqual({ ...(await rowsIn(earlier.db)), schema_version: undefined });
  expect(versions).toHaveLength((await appliedMigrations(earlier.db)).length);
  await Promise.all([earlier.drop(), target.drop()]);
});

describe('a move that breaks off', () => {
  test('leaves the server empty and the old shop usable when the note cannot be written', async () => {
    const target = await emptyDatabase();
    const full = note(async () => {
      throw new UserFacingError('the disk is full');
    });
    await expect(migrateToServer(old.url, target.url, full)).rejects.toThrow('the disk is full');
    expect(full.calls).toEqual(['written', 'removed']);
    expect(await readSequenceNames(target.db)).toEqual([]);
    await target.drop();
  });

  test('keeps the old shop blocked when the server is lost during the commit', async () => {
    const target = await emptyDatabase();
    const lost = note(async () => void (await hangUp(target.db, '%')));
    await expect(migrateToServer(old.url, target.url, lost)).rejects.toThrow(/lost at the very end/);
    expect(lost.calls).toEqual(['written']);
    expect(await readSequenceNames(target.db)).toEqual([]);
    await target.drop();
  });
});
