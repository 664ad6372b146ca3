import { describe, expect, test } from 'vitest';
import { formatBench } from './results-page.ts';

describe('A section of RESULTS.md', () => {
  test('is a table if every row fits into a line', () => {
    const rows = [{ label: 'a | b', result: '5 ms', aim: '< 9 ms' }];
    expect(formatBench('click', 'Monday.', { title: 'Clicks', rows })).toBe(
      [
        '## click: Clicks',
        '',
        'Monday.',
        '',
        '| measurement | result | target | note |',
        '|---|---|---|---|',
        '| a \\| b | 5 ms | < 9 ms |  |',
      ].join('\n'),
    );
  });

  test('is a list with wrapped lines if a row is too long', () => {
    const rows = [
      { label: 'short', result: '5 ms', aim: '' },
      { label: 'long', result: '7 ms', aim: '< 9 ms', note: 'word '.repeat(40).trim() },
    ];
    const lines = formatBench('click', 'Monday.', { title: 'Clicks', rows }).split('\n');
    expect(lines.slice(4)).toEqual([
      '- **short**: 5 ms.',
      `- **long**: 7 ms. Target: < 9 ms. Note: ${'word '.repeat(18).trim()}`,
      `  ${'word '.repeat(22).trim()}.`,
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(130);
  });
});
