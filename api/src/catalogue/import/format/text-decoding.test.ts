import { expect, test } from 'vitest';
import { Findings } from './findings.ts';
import { decodeText } from './text-decoding.ts';

function decode(bytes: Buffer) {
  const findings = new Findings();
  return { text: decodeText(bytes, 'products.csv', findings), problems: findings.problems };
}

test('decodeText reads UTF-8 with and without a byte order mark', () => {
  expect(decode(Buffer.from('rooibos é 茶')).text).toBe('rooibos é 茶');
  expect(decode(Buffer.from('\uFEFFsku')).text).toBe('sku');
});

test('UTF-16 is named', () => {
  const { text, problems } = decode(
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('sku', 'utf16le')]),
  );
  expect(text).toBeUndefined();
  expect(problems[0]?.reason).toContain('UTF-16');
});

test('decodeText reports a Latin-1 byte with its line and column', () => {
  const { problems } = decode(
    Buffer.concat([Buffer.from('sku,name\nA,Caf'), Buffer.from([0xe9, 0x0a]), Buffer.from('B,x\n')]),
  );
  expect(problems).toMatchObject([{ line: 2, column: '6', reason: expect.stringContaining('0xE9') }]);
});

test('decodeText reports a NUL byte with its line and column', () => {
  const { problems } = decode(Buffer.from('sku\nA\u0000B\n'));
  expect(problems).toMatchObject([{ line: 2, column: '2', reason: expect.stringContaining('NUL') }]);
});

test('decodeText names ZIP and gzip archives', () => {
  expect(decode(Buffer.from([0x50, 0x4b, 3, 4])).problems[0]?.reason).toContain('ZIP');
  expect(decode(Buffer.from([0x1f, 0x8b, 8])).problems[0]?.reason).toContain('gzip');
});
