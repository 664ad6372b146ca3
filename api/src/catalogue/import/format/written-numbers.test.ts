import { expect, test } from 'vitest';
import { Findings } from './findings.ts';
import { rewriteNumbers } from './written-numbers.ts';

function rewrite(...texts: string[]) {
  const findings = new Findings();
  const read = [...texts];
  const cells = texts.map((text, index) => ({
    ...{ at: { file: 'products.csv', line: index + 2 }, column: 'price', text },
    replace: (value: string) => {
      read[index] = value;
    },
  }));
  rewriteNumbers(cells, findings);
  return { read, problems: findings.problems.map(({ line }) => line), notices: findings.notices };
}

test.each([
  ['R 930.42', '930.42'],
  ['R930,42', '930.42'],
  ['9,95', '9.95'],
  ['R1,189.51', '1189.51'],
  ['R 1 189,51', '1189.51'],
  ['R\u00a01\u00a0189,51', '1189.51'],
  ["1'189.51", '1189.51'],
  ['1.189,51', '1189.51'],
  ['1,234,567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['ZAR 12', '12'],
  ['12 €', '12'],
  ['-3,5', '-3.5'],
  ['0,125', '0.125'],
])('rewriteNumbers reads %s as %s', (text, value) => {
  expect(rewrite(text)).toMatchObject({ read: [value], problems: [] });
});

test.each(['POA', '10 kg', '1,2,3', '1.2.3', '12,34.5.6', 'R', '', '10.50', '12.3456', '1e3'])(
  'rewriteNumbers leaves %j to the reader of the column',
  (text) => {
    expect(rewrite(text)).toEqual({ read: [text], problems: [], notices: [] });
  },
);

test('a number with two meanings is read as the others of its column', () => {
  expect(rewrite('1,234', '9.95').read).toEqual(['1234', '9.95']);
  expect(rewrite('1,234', '2,5').read).toEqual(['1.234', '2.5']);
  expect(rewrite('1.234', '9,95').read).toEqual(['1234', '9.95']);
  expect(rewrite('1.234', '9.95').read).toEqual(['1.234', '9.95']);
});

test('without others, a comma before three digits has two meanings', () => {
  expect(rewrite('1,234')).toMatchObject({ read: [''], problems: [2] });
  expect(rewrite('1,234', '9,95', '9.95')).toMatchObject({ read: ['', '9.95', '9.95'], problems: [2] });
  expect(rewrite('1.234')).toMatchObject({ read: ['1.234'], problems: [] });
});

test('what was read is shown', () => {
  expect(rewrite('R 930.42', '9,95').notices).toEqual([
    {
      message: 'price: numbers read as digits with a decimal point',
      count: 2,
      examples: ['"R 930.42" as 930.42', '"9,95" as 9.95'],
    },
  ]);
});
