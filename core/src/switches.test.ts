import { expect, test } from 'vitest';
import { readSwitches, standardSwitches, writeSwitches } from './switches.ts';

test('writeSwitches lists only switches that differ from the default, and readSwitches restores them', () => {
  expect(writeSwitches(standardSwitches)).toBe('');
  expect(readSwitches('')).toEqual(standardSwitches);
  const turned = { ...standardSwitches, stockSync: false, tokenRefresh: false };
  expect(readSwitches(writeSwitches(turned))).toEqual(turned);
  expect(readSwitches('nonsense')).toEqual(standardSwitches);
});
