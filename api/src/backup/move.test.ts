import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFiles } from '../catalogue/import/testing/shop-state.ts';
import { type Embedded, startEmbedded } from '../database/embedded.ts';
import { StartProblem } from '../database/start-problem.ts';
import { connect, type Db } from '../db.ts';
import { importShop } from '../import-shop.ts';
import { appliedMigrations } from '../migrate.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { type Ended, runCommandWith } from '../testing/command.ts';
import {
  type Account,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  plainAccount,
} from '../testing/database.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { backUp } from './backup-service.ts';
import { move } from './move-service.ts';
import { checkBackup } from './read-backup.ts';
import { restore } from './restore-service.ts';
import { readNames } from './schema-store.ts';
import { countAt, hangUp, rowsIn } from './testing/contents-store.ts';
import { files } from './testing/selling.ts';

/** A shop grows out of its embedded database: one command brings all of it to a server, and nobody sells twice. */

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
}, 60_000);
afterAll(async () => {
  await embedded.stop();
  await Promise.all([server.drop(), old.drop()]);
  await account.drop();
  await data.remove();
});

const runMove = (variables = {}): Promise<Ended> =>
  runCommandWith({ DATABASE_URL: '', FYNBOS_DATA: data.folder, ...variables }, 'move', server.url);

/** A note that is only heard of. @param meanwhile what happens when it is to be written */
function note(meanwhile: () => Promise<void> = async () => {}) {
  const said: string[] = [];
  return {
    said,
    async write() {
      said.push('written');
      await meanwhile();
    },
    remove: async () => void said.push('removed'),
  };
}

const inEmbedded = <Result>(use: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = connect(embedded.url);
  return use(db).finally(() => db.destroy());
};

test('a backup of a server is restored into the embedded database too', async () => {
  const path = join(data.folder, 'shop.backup');
  await backUp(old.url, path);
  await restore(embedded.url, path, await checkBackup(path));
  expect(await inEmbedded(rowsIn)).toEqual(await rowsIn(old.db));
});

test('a backup of the embedded database is taken beside the shop that runs it', async () => {
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

test('while a shop runs on it, it stays where it is', async () => {
  const { code, err } = await runMove();
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/is already in use \(the test, process \d+\): end that first/),
  ]);
});

test('once it is ended, every row is on the server, whose account may do nothing else', async () => {
  await embedded.stop();
  const { code, out, err } = await runMove();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Moved to postgres:.* rows, each compared; schema \d+\.\nNow set DATABASE_URL to it/);
  expect(out).not.toContain(account.password);
  expect(await rowsIn(server.db)).toEqual(await rowsIn(old.db));
  expect(await faultsIn(server.db)).toEqual([]);
});

test('nobody sells from the old one by mistake', async () => {
  const refused = startEmbedded(data.folder, { owner: 'the test' });
  await expect(refused).rejects.toThrow(
    /was moved to postgres:.*: set DATABASE_URL to that, or remove .*moved to go on/,
  );
  expect(await readFile(join(data.folder, 'moved'), 'utf8')).not.toContain(account.password);
});

test('moved again, it finds the server in use and changes nothing', async () => {
  await rm(join(data.folder, 'moved'));
  const rows = await rowsIn(server.db);
  const { code, err } = await runMove();
  expect([code, err]).toEqual([1, expect.stringContaining('The database is not empty (access_token and ')]);
  expect(await rowsIn(server.db)).toEqual(rows);
  await expect(stat(join(data.folder, 'moved'))).rejects.toThrow('ENOENT');
});

test('with DATABASE_URL set nobody could say what is to be moved', async () => {
  const { code, err } = await runMove({ DATABASE_URL: server.url });
  expect([code, err]).toEqual([1, expect.stringContaining('DATABASE_URL is set: this moves the embedded')]);
});

test('a server that is not there is named as what was asked for', async () => {
  const refused = move(old.url, 'postgres://nobody@127.0.0.1:1/shop', note());
  await expect(refused).rejects.toThrow(
    '127.0.0.1:1/shop cannot be used (connect ECONNREFUSED 127.0.0.1:1): check the address.',
  );
});

test('whoever wants to write meanwhile waits, and is hung up on when the shop is elsewhere', async () => {
  const target = await emptyDatabase();
  const before = await rowsIn(old.db);
  let late: Promise<unknown> | undefined;
  const meanwhile = note(async () => {
    late = sql`update product set name = 'changed where nobody looks any more'`.execute(old.db);
    late.catch(() => {});
    await expect.poll(() => countAt(old.db, 'update product%')).toBe(1);
  });
  await move(old.url, target.url, meanwhile);
  expect(meanwhile.said).toEqual(['written']);
  await expect(late).rejects.toThrow(/terminat/);
  expect(await rowsIn(target.db)).toEqual(before);
  await target.drop();
  expect(await rowsIn(old.db)).toEqual(before);
});

test('a shop that was last run by the version before is moved as it is', async () => {
  const earlier = await freshDatabase();
  const target = await emptyDatabase();
  await sql`alter table schema_version drop column survives_from`.execute(earlier.db);
  await move(earlier.url, target.url, note());
  const { schema_version: versions, ...rows } = await rowsIn(target.db);
  expect(rows).toEqual({ ...(await rowsIn(earlier.db)), schema_version: undefined });
  expect(versions).toHaveLength((await appliedMigrations(earlier.db)).length);
  await Promise.all([earlier.drop(), target.drop()]);
});

describe('whoever may start it when the move breaks off', () => {
  test('where the note cannot be written the server stays empty, and the old shop is free', async () => {
    const target = await emptyDatabase();
    const full = note(async () => {
      throw new StartProblem('the disk is full');
    });
    await expect(move(old.url, target.url, full)).rejects.toThrow('the disk is full');
    expect(full.said).toEqual(['written', 'removed']);
    expect(await readNames(target.db)).toEqual([]);
    await target.drop();
  });

  test('where the server is lost at the very end nobody may, until somebody has looked', async () => {
    const target = await emptyDatabase();
    const lost = note(async () => void (await hangUp(target.db, '%')));
    await expect(move(old.url, target.url, lost)).rejects.toThrow(/lost at the very end/);
    expect(lost.said).toEqual(['written']);
    expect(await readNames(target.db)).toEqual([]);
    await target.drop();
  });
});
