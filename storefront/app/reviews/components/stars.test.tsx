import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText } from '../../platform/i18n/text.ts';
import { TextProvider } from '../../platform/i18n/text-context.tsx';
import { Stars } from './stars.tsx';

vi.mock('../../platform/i18n/parts/reviews-messages.ts', () => ({}));

const text = makeText('en-US', compileCatalogue(readCatalogue('en-US')));

/** The stars from left to right: `1` is full, `½` is half, `0` is empty. */
function drawn(rating: number): string {
  const html = renderToStaticMarkup(
    <TextProvider text={text}>
      <Stars rating={rating} />
    </TextProvider>,
  );
  // A half star is the drawing of a star with its right half.
  const stars = html.match(/<svg.*?<\/svg>/g) ?? [];
  return stars
    .map((star) => (!star.includes('fill-current') ? '0' : star.includes('V16.9') ? '½' : '1'))
    .join('');
}

test.each([
  [5, '11111'],
  [4.8, '11111'],
  [4.7, '1111½'],
  [4.3, '1111½'],
  [4.2, '11110'],
  [1.5, '1½000'],
  [0, '00000'],
])('a rating of %d is drawn as stars rounded to a half: %s', (rating, stars) => {
  expect(drawn(rating)).toBe(stars);
});
