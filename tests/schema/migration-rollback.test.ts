import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBackup } from '@fynbos/api/platform/backup/files/backup-reader.ts';
import { backUpBeforeMigration } from '@fynbos/api/platform/backup/pre-migration-backup-service.ts';
import { restore } from '@fynbos/api/platform/backup/restore-service.ts';
import { knownSchema } from '@fynbos/api/platform/database/connection/migrations.ts';
import { openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { emptyDatabase, type FreshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { invariantViolations } from '@fynbos/test-kit/orders/order-audit.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadAsReleased } from '../fixtures/released/load-as-released.ts';
import type { Manifest } from '../fixtures/released/manifest.ts';

/** An update that must be taken back: the backup before its migrations, and the previous version (spec reliability 6.20). */

const fixtures = join(import.meta.dirname, '../fixtures/released');
const releases = readdirSync(fixtures).filter((name) => name.startsWith('schema-'));

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let database: FreshDatabase;
beforeEach(async () => {
  data = await temporaryFolder();
  folder = join(data.folder, 'backups');
  database = await emptyDatabase();
});
afterEach(async () => {
  await database.drop();
  await data.remove();
});

describe.each(releases)('an update of the released shop %s', (name) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(fixtures, name, 'manifest.json'), 'utf8'));
  const released = join(fixtures, name, 'shop.backup');
  const update = async () => {
    await loadAsReleased(database.url, released, manifest.schema);
    const path = await backUpBeforeMigration(database.url, folder);
    const { applied, close } = await openDatabaseServer(database.url);
    await close();
    expect(applied.at(-1)).toBe(knownSchema);
    return path!;
  };

  test('leaves a backup that the previous version restores: its schema, columns and rows', async () => {
    const backup = await checkBackup(await update());
    // What the previous version wrote itself, and can therefore read.
    const { header, sums, ending } = await checkBackup(released);
    const { takenAt: _, ...before } = header;
    expect(backup.header).toMatchObject(before);
    expect(backup.sums).toEqual(sums);
    expect(backup.ending).toEqual(ending);
  });

  test('is taken back although the new version has written, and the kept database still has what it wrote', async () => {
    const path = await update();
    const names = ({ db }: FreshDatabase) =>
      db.selectFrom('product').select('name').where('sku', '=', 'TEA').execute();
    const before = await names(database);
    await database.db.updateTable('product').set({ name: 'Changed' }).where('sku', '=', 'TEA').execute();
    const previous = await emptyDatabase();
    try {
      const { nextOrder } = await restore(previous.url, path, await checkBackup(path));
      expect(nextOrder).toBeGreaterThan(0);
      expect(await names(previous)).toEqual(before);
      const violations = await invariantViolations(previous.db, new Date(manifest.takenAt));
      // No process sends the waiting mail here.
      expect(violations.filter((violation) => !violation.startsWith('I10'))).toEqual([]);
    } finally {
      await previous.drop();
    }
    expect(await names(database)).toEqual([{ name: 'Changed' }]);
  });

  test('replaces the backup of an interrupted start, and deletes those of earlier updates', async () => {
    await loadAsReleased(database.url, released, manifest.schema);
    const first = await backUpBeforeMigration(database.url, folder);
    await writeFile(join(folder, 'schema-1-before-2.backup'), 'earlier');
    await writeFile(join(folder, 'mine.backup'), 'made by the operator');
    expect(await backUpBeforeMigration(database.url, folder)).toBe(first);
    // A start that ended between two migrations of this update.
    await writeFile(join(folder, `schema-1-before-${knownSchema}.backup`), 'where the update began');
    expect(await backUpBeforeMigration(database.url, folder)).toBe(first);
    expect((await readdir(folder)).sort()).toEqual([
      ...['mine.backup', `schema-1-before-${knownSchema}.backup`, first!.split('/').at(-1)],
    ]);
    expect((await stat(first!)).mode & 0o077).toBe(0);
  });
});

test('a first start and a start without migrations make no backup', async () => {
  expect(await backUpBeforeMigration(database.url, folder)).toBeUndefined();
  await (await openDatabaseServer(database.url)).close();
  expect(await backUpBeforeMigration(database.url, folder)).toBeUndefined();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('a backup that cannot be written leaves the database as it is', async () => {
  const [name = ''] = releases;
  const schema = Number(name.split('-')[1]);
  await loadAsReleased(database.url, join(fixtures, name, 'shop.backup'), schema);
  await writeFile(folder, 'a file');
  await expect(backUpBeforeMigration(database.url, folder)).rejects.toThrow('backups');
  const { rows } = await sql`select max(number) as schema from schema_version`.execute(database.db);
  expect(rows).toEqual([{ schema }]);
});
