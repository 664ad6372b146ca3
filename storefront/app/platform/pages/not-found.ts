import { data } from 'react-router';

/** The kind of resource that was not found; its error page suggests where to go. */
export type Missing = 'page' | 'product' | 'category' | 'brand';

export interface MissingData {
  missing: Missing;
  /** The named error of spec commerce 4 and 8, for logs and clients. */
  reason: string;
  /** The problem code of a lookup that the API refused; such an address may exist. */
  refused?: string;
}

/** The 404 response to throw from a loader. */
export function notFound(missing: Missing, reason: string, refused?: string) {
  return data({ missing, reason, ...(refused && { refused }) } satisfies MissingData, { status: 404 });
}

/** Spec commerce 8: the error of a lookup that found no category. */
export function categoryNotFound(key: string, value: string) {
  return notFound('category', `Category query returned empty result ${key} = ${value}`);
}
