import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test('slugOf turns a name into a URL segment of plain letters', () => {
  expect(slugOf("Bird's Eye Chilli 250 ml")).toBe('bird-s-eye-chilli-250-ml');
  expect(slugOf('Crème Brûlée & Weißbier')).toBe('creme-brulee-weissbier');
  expect(slugOf('***')).toBe('');
});
