import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { Findings } from './findings.ts';

function read(text: string) {
  const findings = new Findings();
  return { rows: readCsv(text, 'products.csv', findings), findings };
}

test('cells may hold commas, doubled quotes and line breaks, and rows keep their first line', () => {
  const { rows, findings } = read('sku,name\r\nA,"one, ""two"""\r\n\r\nB,"three\nfour"\r\nC,five\r\n');
  expect(findings.problems).toEqual([]);
  expect(rows.map((row) => [row.at.line, ...row.cells.values()])).toEqual([
    [2, 'A', 'one, "two"'],
    [4, 'B', 'three\nfour'],
    [6, 'C', 'five'],
  ]);
});

test('a table with semicolons is read too', () => {
  expect([...(read('sku;name\nA;one, two\n').rows[0]?.cells ?? [])]).toEqual([
    ['sku', 'A'],
    ['name', 'one, two'],
  ]);
});

test('a quote that is never closed is reported where it is opened', () => {
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

test('a quote in the middle of a cell is reported at its line', () => {
  const { findings } = read('sku,name\nA,one\nB,"two" three\n');
  expect(findings.problems).toMatchObject([{ line: 3, reason: expect.stringContaining('doubled') }]);
});

test('every row with too few or too many cells is reported', () => {
  const { rows, findings } = read('sku,name,qty\nA,one\nB,two,3\nC,three,4,5\n');
  expect(rows).toHaveLength(1);
  expect(findings.problems.map((problem) => [problem.line, problem.column])).toEqual([
    [2, 'name'],
    [4, 'qty'],
  ]);
});

test('a header with a nameless or repeated column is reported', () => {
  expect(read('sku,,name,sku\nA,b,c,d\n').findings.problems.map((problem) => problem.column)).toEqual([
    '2',
    'sku',
  ]);
});

test('an empty file is reported', () => {
  expect(read('').findings.problemCount).toBe(1);
});
