import { data } from 'react-router';

/** What was asked for and is not there; the page for it says what to do instead. */
export type Missing = 'page' | 'product' | 'category' | 'brand';

export interface MissingData {
  missing: Missing;
  /** The named error of commerce 4 and 8, for logs and clients. */
  reason: string;
}

/** The answer 404 to throw from a loader. */
export function notFound(missing: Missing, reason: string) {
  return data({ missing, reason } satisfies MissingData, { status: 404 });
}

/** Commerce 8: the lookup that found no category. */
export function categoryNotFound(key: string, value: string) {
  return notFound('category', `Category query returned empty result ${key} = ${value}`);
}
