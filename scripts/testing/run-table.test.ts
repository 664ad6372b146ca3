import { expect, test } from 'vitest';
import { appendRun, readClosingLine } from './run-table.ts';

const head = '# Test runs\n\n| run | date |\n|---|---|\n';
const counts = { passed: 4100, failed: 0, skipped: 3 };
const run = {
  ...{ date: new Date('2026-11-26T10:04:59Z'), commit: '01ff2836', command: 'npm test' },
  ...{ seconds: 245, load: '2 busy loops' },
};

test('a run is added to the table with the next number', () => {
  const first = appendRun(head, { ...run, ...counts });
  const row = '| 1 | 2026-11-26 10:04 | 01ff2836 | `npm test` | 4 min 5 s | 4100 | 0 | 3 | 2 busy loops |';
  expect(first).toBe(`${head}${row}\n`);
  expect(appendRun(first, { ...run, ...counts })).toContain('\n| 2 |');
});

test('the last closing line counts', () => {
  const output =
    '1 passed, 0 failed, 0 skipped\n> x 9 passed, 9 failed, 9 skipped\n2 passed, 1 failed, 3 skipped\n';
  expect(readClosingLine(output)).toEqual({ passed: 2, failed: 1, skipped: 3 });
  expect(readClosingLine('killed')).toBeUndefined();
});
