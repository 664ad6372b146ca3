import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test('a name becomes a part of an address in plain letters', () => {
  expect(slugOf("Bird's Eye Chilli 250 ml")).toBe('bird-s-eye-chilli-250-ml');
  expect(slugOf('Crème Brûlée & Weißbier')).toBe('creme-brulee-weissbier');
  expect(slugOf('***')).toBe('');
});
