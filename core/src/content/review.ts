/** Status of a review (wire contract 2.8): pending until the shop has checked it (spec D37). */
export const reviewStatus = { approved: 1, pending: 2, rejected: 3 } as const;
export type ReviewStatus = (typeof reviewStatus)[keyof typeof reviewStatus];

export const maxTitleLength = 120;
export const maxDetailLength = 4000;
export const maxNicknameLength = 60;
export const maxStars = 5;

// Control characters, and characters that change the text direction: they can make a text look like
// another.
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text is plain and has one line. */
export const isPlainLine = (text: string): boolean => text.trim() !== '' && !hidden.test(text);

/** Whether a text is plain; it may have several lines. */
export const isPlainText = (text: string): boolean => isPlainLine(text.replace(/\r?\n|\t/g, ' '));

export interface RatingSummary {
  /** Stars from 1 to 5 with one decimal; 0 when there is no review. */
  average: number;
  count: number;
}

/**
 * Returns the average and the number of ratings. The input is `aggregations.agg_terms_rating.buckets` of a
 * search for reviews.
 */
export function summariseRatings(buckets: readonly { key: string; doc_count: number }[]): RatingSummary {
  const count = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  const stars = buckets.reduce((sum, bucket) => sum + Number(bucket.key) * bucket.doc_count, 0);
  return { average: count === 0 ? 0 : Math.round((stars / count) * 10) / 10, count };
}
