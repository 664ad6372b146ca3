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

test.each([
  ['Cr&egrave;me br&ucirc;l&eacute;e', ['Crème brûlée']],
  ['Jalape&ntilde;o &frac12; &times; &hellip; &#8364;5 &#x20AC;', ['Jalapeño ½ × … €5 €']],
  ['&Auml;pfel &amp; &Egrave;ve &le; 5 &micro;g', ['Äpfel & Ève ≤ 5 µg']],
  ['AT&T &copy2026 &amp;eacute;', ['AT&T &copy2026 &eacute;']],
  [
    '<table><tr><td>Energy</td><td>1500 kJ</td></tr><tr><th>Fat<td>2 g</table>',
    ['Energy 1500 kJ', 'Fat 2 g'],
  ],
  ['Oats<div>Whole</div>grain<section>Soft</section>', ['Oats', 'Whole', 'grain', 'Soft']],
  ['<dl><dt>Origin<dd>Ceres</dl>', ['Origin', 'Ceres']],
  ['<figure>a<figcaption>b</figcaption></figure><hr>c', ['a', 'b', 'c']],
  ['<custom-p>a</custom-p> b<!-- 1 > 2 --> c', ['a b c']],
])('plainText decodes every entity and ends a line at every block element: %j', (html, lines) => {
  expect(plainText(html)).toEqual(lines);
});

test('plainText leaves plain text as it is, with empty lines as paragraph breaks', () => {
  expect(plainText('5 < 7 and 8 > 6\n\nKeep cool.')).toEqual(['5 < 7 and 8 > 6', 'Keep cool.']);
  expect(plainText(null)).toEqual([]);
  expect(plainText('&#99999999; &#233; &unknown;')).toEqual(['&#99999999; é &unknown;']);
});
