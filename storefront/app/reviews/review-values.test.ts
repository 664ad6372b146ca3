import { describe, expect, test } from 'vitest';
import { ratingData } from '../seo/reviews-data.ts';
import { checkReview, reviewOf } from './review-values.ts';

const whole = { rating: '4', title: ' Great ', detail: 'Fresh', nickname: 'Thandi' };

describe('a review that is written (PDP-7, decision 37)', () => {
  test('needs stars, a title, a text and a nickname', () => {
    expect(checkReview(whole)).toEqual({});
    expect(checkReview({})).toEqual({
      rating: 'required',
      title: 'required',
      detail: 'required',
      nickname: 'required',
    });
    expect(checkReview({ ...whole, title: '   ' })).toEqual({ title: 'required' });
    expect(checkReview({ ...whole, nickname: 'x'.repeat(61) })).toEqual({ nickname: 'too_long' });
  });

  test.each(['0', '6', '4.5', '-1', 'five', ''])('«%s» are no stars', (rating) =>
    expect(checkReview({ ...whole, rating })).toEqual({ rating: 'required' }),
  );

  test('is sent with its product, trimmed, and never with a state of its own', () => {
    expect(reviewOf(58, { ...whole, review_status: '1' }, 'de-DE')).toEqual({
      review: {
        product_id: 58,
        title: 'Great',
        detail: 'Fresh',
        nickname: 'Thandi',
        rating: 4,
        review_entity: 'product',
        locale: 'de-DE',
      },
    });
  });
});

describe('what machines read of reviews (PDP-7)', () => {
  const review = {
    id: 1,
    title: 'Great',
    detail: 'Fresh',
    nickname: 'Thandi',
    rating: 4,
    created_at: '2026-11-20T08:00:00.000Z',
  };

  test('is the average, how many, and each one shown', () => {
    expect(ratingData({ average: 4.5, count: 12, newest: [review] })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 12, bestRating: 5 },
      review: [{ author: { name: 'Thandi' }, datePublished: '2026-11-20', reviewRating: { ratingValue: 4 } }],
    });
  });

  test('is nothing where nobody has written one', () => {
    expect(ratingData({ average: 0, count: 0, newest: [] })).toEqual({});
  });
});
