import { expect, test } from 'vitest';
import { renderTurn } from './user-activity.ts';

/** Renders for longer than a slice. */
function render(): void {
  const start = performance.now();
  while (performance.now() - start < 10);
}

test('renderTurn lets callers render in order, and other tasks run between long ones', async () => {
  const log: string[] = [];
  const parts = ['a', 'b', 'c'].map(async (part) => {
    await renderTurn();
    log.push(part);
    render();
    // Such as an input of the shopper.
    if (part === 'a') setImmediate(() => log.push('input'));
  });
  await Promise.all(parts);
  expect(log.filter((entry) => entry !== 'input')).toEqual(['a', 'b', 'c']);
  expect(log.indexOf('input')).toBeLessThan(log.indexOf('c'));
});
