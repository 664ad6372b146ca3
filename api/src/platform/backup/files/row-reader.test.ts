import { describe, expect, test } from 'vitest';
import { RowReader } from './row-reader.ts';

/** The same bytes in chunks of each length, since a stream may break anywhere. */
function readers(text: string): RowReader[] {
  const bytes = Buffer.from(text);
  return [1, 2, 3, 4, 5, 7, 1000].map((length) => new RowReader(chunksOf(bytes, length)));
}

async function* chunksOf(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function rowsOf(reader: RowReader): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of reader.rows()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('RowReader reads lines and rows independent of chunk boundaries', () => {
  test('ends rows at the end line only, not at similar rows', async () => {
    for (const reader of readers('first\n1\t\\\\.\n\\N\n\\.x\nx\\.\n\\.\n\\.\nlast é\n')) {
      expect(await reader.line()).toBe('first');
      expect(await rowsOf(reader)).toBe('1\t\\\\.\n\\N\n\\.x\nx\\.\n');
      expect(await rowsOf(reader)).toBe('');
      expect(await reader.line()).toBe('last é');
      await reader.end();
    }
  });

  test.each([
    ['rows without an end line', 'one\ntwo\n'],
    ['an end line without a newline', 'one\n\\.'],
    ['no input', ''],
  ])('refuses %s', async (_title, text) => {
    for (const reader of readers(text)) await expect(rowsOf(reader)).rejects.toThrow('it ends too early');
  });

  test('refuses data after the last line', async () => {
    for (const reader of readers('last\nmore')) {
      await reader.line();
      await expect(reader.end()).rejects.toThrow('something follows');
    }
  });

  test('refuses an endless line before it fills the memory', async () => {
    async function* forEver() {
      for (;;) yield Buffer.alloc(64 * 1024, 'x');
    }
    await expect(new RowReader(forEver()).line()).rejects.toThrow('a line does not end');
  });
});
