import type { FieldFault } from '@fynbos/core/accounts/fields.ts';
import type { createReview } from '@fynbos/core/content/contract.ts';
import { longestDetail, longestNickname, longestTitle, mostStars } from '@fynbos/core/content/review.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { Faults, Values } from '../accounts/form-checks.ts';

const texts = { title: longestTitle, detail: longestDetail, nickname: longestNickname };

/** What is wrong with a review, by field (decision 37): every text is needed, and 1 to 5 stars. */
export function checkReview(values: Values): Faults {
  const faults: [string, FieldFault | undefined][] = [
    ['rating', starsOf(values) ? undefined : 'required'],
    ...Object.entries(texts).map(([name, most]): [string, FieldFault | undefined] => [
      name,
      textFault(values[name] ?? '', most),
    ]),
  ];
  return Object.fromEntries(faults.filter((pair): pair is [string, FieldFault] => pair[1] !== undefined));
}

function textFault(text: string, most: number): FieldFault | undefined {
  if (text.trim() === '') return 'required';
  return text.length > most ? 'too_long' : undefined;
}

function starsOf({ rating = '' }: Values): number | undefined {
  const stars = /^\d$/.test(rating) ? Number(rating) : 0;
  return stars >= 1 && stars <= mostStars ? stars : undefined;
}

/** The review a form holds, as it is sent. */
export function reviewOf(productId: number, values: Values, locale: string): BodyOf<typeof createReview> {
  const { title = '', detail = '', nickname = '' } = values;
  return {
    review: {
      product_id: productId,
      title: title.trim(),
      detail: detail.trim(),
      nickname: nickname.trim(),
      rating: starsOf(values) ?? 0,
      review_entity: 'product',
      locale,
    },
  };
}
