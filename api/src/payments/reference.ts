import type { AttemptRow } from './store.ts';

/** By what a provider knows an attempt: our letters, and the number of the try. */
export const referenceOf = ({
  short_reference,
  attempt_no,
}: Pick<AttemptRow, 'short_reference' | 'attempt_no'>): string =>
  `${short_reference}${String(attempt_no).padStart(2, '0')}`;

/** Whether a provider's name for a payment is one of the tries of this attempt. */
export function isTryOf(
  { short_reference, attempt_no }: Pick<AttemptRow, 'short_reference' | 'attempt_no'>,
  reference: string,
): boolean {
  const number = reference.startsWith(short_reference) ? Number(reference.slice(short_reference.length)) : 0;
  return (
    number >= 1 && number <= attempt_no && reference === referenceOf({ short_reference, attempt_no: number })
  );
}
