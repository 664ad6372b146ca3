/** What becomes of a review (wire contract 2.8): pending until somebody has read it (decision 37). */
export const reviewStatus = { approved: 1, pending: 2, rejected: 3 } as const;
export type ReviewStatus = (typeof reviewStatus)[keyof typeof reviewStatus];

export const longestTitle = 120;
export const longestDetail = 4000;
export const longestNickname = 60;
export const mostStars = 5;

// Control characters, and signs that turn the direction of what follows: they could make a text look like another.
const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text is plain, in one line. */
export const isPlainLine = (text: string): boolean => text.trim() !== '' && !hidden.test(text);

/** Whether a text is plain; it may have several lines. */
export const isPlainText = (text: string): boolean => isPlainLine(text.replace(/\r?\n|\t/g, ' '));

export interface RatingSummary {
  /** Stars from 1 to 5 with one decimal; 0 when there is no review. */
  average: number;
  count: number;
}

/**
 * The average and the number of ratings, from how often each was given: what a search for reviews answers as
 * `aggregations.agg_terms_rating.buckets`.
 */
export function summariseRatings(buckets: readonly { key: string; doc_count: number }[]): RatingSummary {
  const count = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  const stars = buckets.reduce((sum, bucket) => sum + Number(bucket.key) * bucket.doc_count, 0);
  return { average: count === 0 ? 0 : Math.round((stars / count) * 10) / 10, count };
}
