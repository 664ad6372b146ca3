import { expect, test } from 'vitest';
import { savingPercent } from './saving.ts';

test('savingPercent is the saved part of the original price, 0 where nothing is saved', () => {
  expect(savingPercent(4000, 3000)).toBe(25);
  expect(savingPercent(2999, 1999)).toBe(33.34);
  expect(savingPercent(3000, 3000)).toBe(0);
  expect(savingPercent(0, 3000)).toBe(0);
});
