import { describe, expect, test } from 'vitest';
import { RowReader } from './row-reader.ts';

/** The same bytes in pieces of each length, since a stream may break anywhere. */
function readers(text: string): RowReader[] {
  const bytes = Buffer.from(text);
  return [1, 2, 3, 4, 5, 7, 1000].map((length) => new RowReader(piecesOf(bytes, length)));
}

async function* piecesOf(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function rowsOf(reader: RowReader): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of reader.rows()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('lines and rows, wherever the stream breaks', () => {
  test('rows end at the line that ends them, and what looks like one stays a row', async () => {
    for (const reader of readers('first\n1\t\\\\.\n\\N\n\\.x\nx\\.\n\\.\n\\.\nlast é\n')) {
      expect(await reader.line()).toBe('first');
      expect(await rowsOf(reader)).toBe('1\t\\\\.\n\\N\n\\.x\nx\\.\n');
      expect(await rowsOf(reader)).toBe('');
      expect(await reader.line()).toBe('last é');
      await reader.end();
    }
  });

  test.each([
    ['rows that nothing ends', 'one\ntwo\n'],
    ['an end without its line', 'one\n\\.'],
    ['nothing at all', ''],
  ])('%s are refused', async (_title, text) => {
    for (const reader of readers(text)) await expect(rowsOf(reader)).rejects.toThrow('it ends too early');
  });

  test('what follows the last line is refused', async () => {
    for (const reader of readers('last\nmore')) {
      await reader.line();
      await expect(reader.end()).rejects.toThrow('something follows');
    }
  });

  test('a line without an end does not fill the memory', async () => {
    async function* forEver() {
      for (;;) yield Buffer.alloc(64 * 1024, 'x');
    }
    await expect(new RowReader(forEver()).line()).rejects.toThrow('a line does not end');
  });
});
