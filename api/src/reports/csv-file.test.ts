import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCsvFile } from './csv-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fynbos-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe('exports of personal data (T41)', () => {
  test('other users of the computer can read no export, whatever was there before', async ({ task }) => {
    const elsewhere = join(folder, 'elsewhere.txt');
    await writeFile(elsewhere, 'as it was');
    const preparations: ((file: string) => Promise<unknown>)[] = [
      async () => {},
      (file) => writeFile(file, 'old').then(() => chmod(file, 0o666)),
      (file) => writeFile(`${file}.part`, '').then(() => chmod(`${file}.part`, 0o666)),
      (file) => symlink(elsewhere, `${file}.part`),
    ];
    for (const [index, prepare] of preparations.entries()) {
      const file = join(folder, `customers-${index}.csv`);
      await prepare(file);
      expect(await writeCsvFile(file, ['email'], [['thandi@example.co.za']])).toBe(1);
      expect([index, await modeOf(file)]).toEqual([index, 0o600]);
      expect(await readFile(file, 'utf8')).toContain('thandi@example.co.za');
    }
    expect(await readFile(elsewhere, 'utf8')).toBe('as it was');
    task.meta.attempts = preparations.length;
  });

  test('a spreadsheet calculates no cell that a shopper wrote', async ({ task }) => {
    const cells = ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1'];
    const file = join(folder, 'formulas.csv');
    await writeCsvFile(
      file,
      ['name', 'amount'],
      cells.map((cell) => [cell, '-5.00']),
    );
    const text = await readFile(file, 'utf8');
    for (const cell of cells) expect(text).toContain(`'${cell}`);
    expect(text).not.toContain("'-5.00");
    task.meta.attempts = cells.length;
  });
});
