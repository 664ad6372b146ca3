import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('plainText splits an HTML description into paragraphs', () => {
  expect(
    plainText('<p>Rolled <b>oats</b>,<br>creamy.</p><ul><li>1&nbsp;kg</li><li>Gluten &amp; nuts</li></ul>'),
  ).toEqual(['Rolled oats,', 'creamy.', '1 kg', 'Gluten & nuts']);
});

test('plainText removes scripts, styles and tags', () => {
  expect(plainText('<script>alert(1)</script><img src=x onerror=alert(1)>Oats<style>p{}</style>')).toEqual([
    'Oats',
  ]);
  expect(plainText('&lt;script&gt;alert(1)&lt;/script&gt;')).toEqual(['<script>alert(1)</script>']);
});

test('plainText leaves plain text as it is, with empty lines as paragraph breaks', () => {
  expect(plainText('5 < 7 and 8 > 6\n\nKeep cool.')).toEqual(['5 < 7 and 8 > 6', 'Keep cool.']);
  expect(plainText(null)).toEqual([]);
  expect(plainText('&#99999999; &#233; &unknown;')).toEqual(['&#99999999; é &unknown;']);
});
