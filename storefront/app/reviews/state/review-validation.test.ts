import { describe, expect, test } from 'vitest';
import { ratingData } from '../../seo/structured-data.ts';
import { checkReview, reviewOf } from './review-validation.ts';

const complete = { rating: '4', title: ' Great ', detail: 'Fresh', nickname: 'Thandi' };

describe('review form values (PDP-7, spec D37)', () => {
  test('checkReview requires stars, a title, a text and a nickname', () => {
    expect(checkReview(complete)).toEqual({});
    expect(checkReview({})).toEqual({
      rating: 'required',
      title: 'required',
      detail: 'required',
      nickname: 'required',
    });
    expect(checkReview({ ...complete, title: '   ' })).toEqual({ title: 'required' });
    expect(checkReview({ ...complete, nickname: 'x'.repeat(61) })).toEqual({ nickname: 'too_long' });
  });

  test.each(['0', '6', '4.5', '-1', 'five', ''])('checkReview rejects «%s» as stars', (rating) =>
    expect(checkReview({ ...complete, rating })).toEqual({ rating: 'required' }),
  );

  test('reviewOf builds the request with its product, trimmed, and never with a review state', () => {
    expect(reviewOf(58, { ...complete, review_status: '1' }, 'de-DE')).toEqual({
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

describe('ratingData, the structured data of reviews (PDP-7)', () => {
  const review = {
    id: 1,
    title: 'Great',
    detail: 'Fresh',
    nickname: 'Thandi',
    rating: 4,
    created_at: '2026-11-20T08:00:00.000Z',
  };

  test('has the average, the count, and each review shown', () => {
    expect(ratingData({ average: 4.5, count: 12, newest: [review] })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 12, bestRating: 5 },
      review: [{ author: { name: 'Thandi' }, datePublished: '2026-11-20', reviewRating: { ratingValue: 4 } }],
    });
  });

  test('is empty when there are no reviews', () => {
    expect(ratingData({ average: 0, count: 0, newest: [] })).toEqual({});
  });
});
