import { expect, test } from 'vitest';
import { phoneText } from './phone-text.ts';

test('telephone: a South African number is shown as dialled there, others unchanged', () => {
  expect(phoneText('+27821234567')).toBe('082 123 4567');
  expect(phoneText('+493012345678')).toBe('+493012345678');
  expect(phoneText('ask Thandi')).toBe('ask Thandi');
});
