import { expect, test } from 'vitest';
import { Findings } from './findings.ts';
import { decodeText } from './text-decoding.ts';

function decode(bytes: Buffer) {
  const findings = new Findings();
  const text = decodeText(bytes, 'products.csv', findings);
  return { text, problems: findings.problems, notices: findings.notices };
}

test('decodeText reads UTF-8 with and without a byte order mark', () => {
  expect(decode(Buffer.from('rooibos é 茶')).text).toBe('rooibos é 茶');
  expect(decode(Buffer.from('\uFEFFsku')).text).toBe('sku');
});

test('decodeText reads UTF-16 with a byte order mark, and says so', () => {
  const little = Buffer.from('\uFEFFsku,é 茶\n', 'utf16le');
  for (const [bytes, name] of [
    [little, 'UTF-16LE'],
    [Buffer.from(little).swap16(), 'UTF-16BE'],
  ] as const)
    expect(decode(bytes)).toMatchObject({
      text: 'sku,é 茶\n',
      problems: [],
      notices: [{ message: `files read as ${name}`, examples: ['products.csv'] }],
    });
});

test('decodeText reads Windows-1252 and says so', () => {
  expect(decode(Buffer.from('sku,name\nA,Caf\xe9 \x80 5\n', 'latin1'))).toMatchObject({
    text: 'sku,name\nA,Café € 5\n',
    problems: [],
    notices: [{ message: 'files read as Windows-1252' }],
  });
});

test.each([
  ['beside UTF-8', Buffer.concat([Buffer.from('sku,é\nA,Caf'), Buffer.from([0xe9, 0x0a])]), '0xE9'],
  ['that Windows-1252 does not assign', Buffer.from('sku\nA,Caf\x81\n', 'latin1'), '0x81'],
])('decodeText reports a byte %s with its line and column', (_, bytes, byte) => {
  const { text, problems } = decode(bytes);
  expect(text).toBeUndefined();
  expect(problems).toMatchObject([{ line: 2, column: '6', reason: expect.stringContaining(byte) }]);
});

test('decodeText reports a NUL byte with its line and column', () => {
  const { problems } = decode(Buffer.from('sku\nA\u0000B\n'));
  expect(problems).toMatchObject([{ line: 2, column: '2', reason: expect.stringContaining('NUL') }]);
});

test('decodeText names ZIP and gzip archives', () => {
  expect(decode(Buffer.from([0x50, 0x4b, 3, 4])).problems[0]?.reason).toContain('ZIP');
  expect(decode(Buffer.from([0x1f, 0x8b, 8])).problems[0]?.reason).toContain('gzip');
});
