import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { rowsIn } from '@fynbos/test-kit/database/database-contents-store.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { files } from '@fynbos/test-kit/traffic/continuous-orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../../shop-import.ts';
import { createBackup } from './backup-service.ts';
import { endFrame } from './files/backup-file.ts';
import { checkBackup } from './files/backup-reader.ts';
import { checksumOf } from './files/checksum.ts';
import { restore } from './restore-service.ts';

/** Every damaged file is detected before anything is written. */

const unpack = promisify(zstdDecompress);
const compress = async (text: string | Buffer) =>
  Buffer.concat([await promisify(zstdCompress)(text), endFrame]);

let data: Awaited<ReturnType<typeof temporaryFolder>>;
/** No test writes into it. */
let empty: FreshDatabase;
let compressed: Buffer;
let text: string;
beforeAll(async () => {
  data = await temporaryFolder();
  empty = await emptyDatabase();
  const { db, url, drop } = await freshDatabase();
  await withFiles(files, (folder) => importShop(db, folder));
  const path = join(data.folder, 'whole');
  await createBackup(url, path).finally(drop);
  compressed = await readFile(path);
  text = (await unpack(compressed)).toString();
});
afterAll(async () => {
  await empty.drop();
  await data.remove();
});

const check = async (bytes: Buffer) => {
  const path = join(data.folder, 'broken');
  await writeFile(path, bytes);
  return checkBackup(path);
};

/** The same backup with its text changed, compressed again. */
const checkText = async (change: (text: string) => string) => check(await compress(change(text)));

/** The same with its first line changed. */
const withHeader = (change: (header: Header) => void) => (content: string) => {
  const [first, ...rest] = content.split('\n');
  const header = JSON.parse(first!);
  change(header);
  return [JSON.stringify(header), ...rest].join('\n');
};

interface Header {
  fynbos: unknown;
  format: unknown;
  takenAt: unknown;
  schema: { number: number; name: string }[];
  tables: { name: string; columns: string[] }[];
}

test('checkBackup accepts a complete backup', async () => {
  expect((await checkText((content) => content)).sums.get('product')?.rows).toBe(2);
});

describe('checkBackup of a truncated or damaged file', () => {
  test('refuses a file cut off anywhere', async () => {
    const parts = [0, 1, 4, compressed.length / 3, compressed.length / 2];
    for (let missing = 1; missing < 40; missing++) parts.push(compressed.length - missing);
    for (const part of parts)
      await expect(check(compressed.subarray(0, part))).rejects.toThrow(
        'is no whole backup: it ends too early.',
      );
  });

  test('refuses a file with any flipped bit, or reads it as written', async () => {
    const intact = await check(compressed);
    const bit = fc.tuple(fc.nat(compressed.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(bit, async ([at, shift]) => {
        const damaged = Buffer.from(compressed);
        damaged[at]! ^= 1 << shift;
        const result = await check(damaged).catch(String);
        // One bit only tells whether a checksum follows; all others matter.
        if (typeof result === 'string') expect(result).toContain('is no whole backup: ');
        else expect(result).toEqual(intact);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[title: string, bytes: (text: string) => Buffer | string]>([
    ['text', (content) => content],
    ['nothing', () => ''],
    ['noise', () => Buffer.from('28b52ffd0000', 'hex')],
  ])('checkBackup refuses %s', async (_title, bytes) => {
    await expect(check(Buffer.from(bytes(text)))).rejects.toThrow(/is no whole backup: /);
  });

  test.each<[title: string, change: (text: string) => string, reason: string]>([
    ['cut off at a line', (content) => content.slice(0, content.indexOf('\\.\n') + 3), 'it ends too early'],
    ['without its last line', (content) => content.replace(/\{"sequences.*\n$/, ''), 'it ends too early'],
    ['with extra text at the end', (content) => `${content}more`, 'something follows its last line'],
    [
      'with one character changed',
      (content) => content.replace('Oats', 'Oots'),
      'the rows of product are not those that were written',
    ],
    [
      'with one row missing',
      (content) => content.replace(/\n[^\n]*Oats[^\n]*\n/, '\n'),
      'the rows of product are not those that were written',
    ],
    [
      'with another table',
      (content) => content.replace('{"table":"stock"}', '{"table":"stick"}'),
      'the table "stock" is not where it should be',
    ],
    ['of something else', () => '{"name":"x"}\n', 'it does not begin as a backup of a shop does'],
    ['of nothing', () => '[]\n', 'a line cannot be parsed'],
    [
      'of another format',
      withHeader((header) => {
        header.format = 2;
      }),
      'its format is 2, this shop reads 1',
    ],
    [
      'of a format with terminal control characters',
      withHeader((header) => {
        header.format = '\u001b[2J';
      }),
      'its format is "\\u001b[2J", this shop reads 1',
    ],
    [
      'without tables',
      withHeader((header) => {
        header.tables = 7 as never;
      }),
      'its first line lacks fields',
    ],
    [
      'without a schema',
      withHeader((header) => {
        header.schema = [];
      }),
      'its first line lacks fields',
    ],
    [
      'with an invalid sequence value',
      (content) => content.replace(/"last":"\d+"/, '"last":"1;drop"'),
      'its last line lacks fields',
    ],
    ['without a sum', (content) => content.replace(/"sha256":"\w+"/, '"sha256":7'), 'a sum is missing'],
  ])('checkBackup refuses a backup %s', async (_title, change, reason) => {
    await expect(checkText(change)).rejects.toThrow(`is no whole backup: ${reason}.`);
  });

  test('reads an endless compressed line without filling the memory', async () => {
    await expect(check(await compress(Buffer.alloc(64 * 1024 * 1024, '{')))).rejects.toThrow(
      'a line does not end',
    );
  });

  test('refuses a missing file and a folder', async () => {
    await expect(checkBackup(join(data.folder, 'none'))).rejects.toThrow('cannot be read (ENOENT');
    await expect(checkBackup(data.folder)).rejects.toThrow('is not a file');
  });
});

describe('restore of a valid file of a different shop version', () => {
  test.each<[title: string, change: (text: string) => string, message: RegExp]>([
    [
      'of a newer version',
      withHeader(({ schema }) => schema.push({ number: 999, name: '999-later.sql' })),
      /^It was written at schema 999 and this shop does not know its step 999/,
    ],
    [
      'of a diverged version',
      withHeader(({ schema }) => {
        schema[3]!.name = '004-other.sql';
      }),
      /does not know its step 4/,
    ],
    [
      'with an unknown column',
      withHeader(({ tables }) => {
        tables.find(({ name }) => name === 'cart')!.columns[0] = 'id"; drop table cart; --';
      }),
      /^The table cart does not fit: it has other columns/,
    ],
    [
      'without one of the shop’s tables',
      (content) =>
        withHeader(({ tables }) => {
          tables.splice(
            tables.findIndex(({ name }) => name === 'deal'),
            1,
          );
        })(content).replace(/\{"table":"deal"\}\n(.*\n)*?\{"table":"deal".*\n/, ''),
      /^The table deal does not fit: it is missing/,
    ],
    [
      'without one of the shop’s sequences',
      (content) => content.replace(/\{"name":"order_number"[^}]*\},?/, ''),
      /^The sequence order_number is missing/,
    ],
  ])('refuses a file %s and leaves the database empty', async (_title, change, message) => {
    const checked = await checkText(change);
    await expect(restore(empty.url, join(data.folder, 'broken'), checked)).rejects.toThrow(message);
    expect(await rowsIn(empty.db)).toEqual({});
  });

  test('refuses a row that violates the schema although its sum is correct', async () => {
    const rows = text.match(/\{"table":"stock"\}\n([^{]*)\\\.\n/)![1]!;
    const wrong = rows.replace('\tt\t', '\tperhaps\t');
    const line = JSON.stringify({ table: 'stock', ...(await checksumOf(lines(wrong))) });
    const checked = await checkText((content) =>
      content.replace(rows, () => wrong).replace(/\{"table":"stock",.*\}/, line),
    );
    const refused = restore(empty.url, join(data.folder, 'broken'), checked);
    await expect(refused).rejects.toThrow(
      /^The database refused: invalid input syntax for type boolean: "perhaps"/,
    );
    expect(await rowsIn(empty.db)).toEqual({});
  });

  test('refuses a file that was changed between check and restore', async () => {
    const checked = await check(compressed);
    await check(await compress(text.replace('Oats', 'Oots'))).catch(() => {});
    await expect(restore(empty.url, join(data.folder, 'broken'), checked)).rejects.toThrow(
      'the rows of product',
    );
    expect(await rowsIn(empty.db)).toEqual({});
  });
});

async function* lines(rows: string) {
  yield Buffer.from(rows);
}
