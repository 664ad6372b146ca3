import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { Findings } from './findings.ts';

function read(text: string) {
  const findings = new Findings();
  return { rows: readCsv(text, 'products.csv', findings), findings };
}

test('readCsv reads cells with commas, doubled quotes and line breaks, and records the first line of each row', () => {
  const { rows, findings } = read('sku,name\r\nA,"one, ""two"""\r\n\r\nB,"three\nfour"\r\nC,five\r\n');
  expect(findings.problems).toEqual([]);
  expect(rows.map((row) => [row.at.line, ...row.cells.values()])).toEqual([
    [2, 'A', 'one, "two"'],
    [4, 'B', 'three\nfour'],
    [6, 'C', 'five'],
  ]);
});

test('readCsv reads a table separated by semicolons', () => {
  expect([...(read('sku;name\nA;one, two\n').rows[0]?.cells ?? [])]).toEqual([
    ['sku', 'A'],
    ['name', 'one, two'],
  ]);
});

test('readCsv reports an unclosed quote at the line that opens it', () => {
  const { findings } = read('sku,name\nA,one\nB,"two\nC,three\n');
  expect(findings.problems).toEqual([
    {
      file: 'products.csv',
      line: 3,
      column: expect.any(String),
      reason: expect.stringContaining('never closed'),
    },
  ]);
});

test('readCsv reports a quote in the middle of a cell at its line', () => {
  const { findings } = read('sku,name\nA,one\nB,"two" three\n');
  expect(findings.problems).toMatchObject([{ line: 3, reason: expect.stringContaining('doubled') }]);
});

test('readCsv reports every row with too few or too many cells', () => {
  const { rows, findings } = read('sku,name,qty\nA,one\nB,two,3\nC,three,4,5\n');
  expect(rows).toHaveLength(1);
  expect(findings.problems.map((problem) => [problem.line, problem.column])).toEqual([
    [2, 'name'],
    [4, 'qty'],
  ]);
});

test('readCsv reports a header with an unnamed or repeated column', () => {
  expect(read('sku,,name,sku\nA,b,c,d\n').findings.problems.map((problem) => problem.column)).toEqual([
    '2',
    'sku',
  ]);
});

test.each(['\u0001', '\u200b', ' \u00a0', '\u2028'])(
  'a cell with only %j is empty, also in the header',
  (nothing) => {
    expect(
      read(`sku,${nothing},name,qty\nA,b,c,1\n`).findings.problems.map((problem) => problem.column),
    ).toEqual(['2']);
    expect(read(`sku,${nothing},name,qty\nA,${nothing},c,1\n`).rows).toHaveLength(1);
  },
);

test.each(['', '\u0001\n\u000e', '\u200b\n'])('readCsv reports an empty file: %j', (text) => {
  expect(read(text).findings.problems).toMatchObject([{ reason: 'the file is empty' }]);
});
