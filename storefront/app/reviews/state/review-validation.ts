import type { FieldError } from '@fynbos/core/accounts/field-rules.ts';
import { cleanText } from '@fynbos/core/clean-text.ts';
import type { createReview } from '@fynbos/core/content/contract.ts';
import { maxDetailLength, maxNicknameLength, maxStars, maxTitleLength } from '@fynbos/core/content/review.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';

const texts = { title: maxTitleLength, detail: maxDetailLength, nickname: maxNicknameLength };

/** The validation errors of a review, by field (spec D37): every text is required, and 1 to 5 stars. */
export function checkReview(values: Values): FieldErrors {
  const errors: [string, FieldError | undefined][] = [
    ['rating', starsOf(values) ? undefined : 'required'],
    ...Object.entries(texts).map(([name, maxLength]): [string, FieldError | undefined] => [
      name,
      validateText(values[name] ?? '', maxLength),
    ]),
  ];
  return Object.fromEntries(errors.filter((pair): pair is [string, FieldError] => pair[1] !== undefined));
}

function validateText(text: string, maxLength: number): FieldError | undefined {
  if (cleanText(text) === '') return 'required';
  return text.length > maxLength ? 'too_long' : undefined;
}

function starsOf({ rating = '' }: Values): number | undefined {
  const stars = /^\d$/.test(rating) ? Number(rating) : 0;
  return stars >= 1 && stars <= maxStars ? stars : undefined;
}

/** Builds the review request from the form values. */
export function reviewOf(productId: number, values: Values, locale: string): BodyOf<typeof createReview> {
  const { title = '', detail = '', nickname = '' } = values;
  return {
    review: {
      product_id: productId,
      title: cleanText(title),
      detail: cleanText(detail),
      nickname: cleanText(nickname),
      rating: starsOf(values) ?? 0,
      review_entity: 'product',
      locale,
    },
  };
}
