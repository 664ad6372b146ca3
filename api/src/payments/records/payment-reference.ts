import type { AttemptRow } from './attempt-store.ts';

/** The reference of an attempt at the provider: our short reference and the attempt number. */
export const referenceOf = ({
  short_reference,
  attempt_no,
}: Pick<AttemptRow, 'short_reference' | 'attempt_no'>): string =>
  `${short_reference}${String(attempt_no).padStart(2, '0')}`;

/** Whether a provider's reference belongs to this attempt. */
export function isTryOf(
  { short_reference, attempt_no }: Pick<AttemptRow, 'short_reference' | 'attempt_no'>,
  reference: string,
): boolean {
  const number = reference.startsWith(short_reference) ? Number(reference.slice(short_reference.length)) : 0;
  return (
    number >= 1 && number <= attempt_no && reference === referenceOf({ short_reference, attempt_no: number })
  );
}
