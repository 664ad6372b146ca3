import type { AttemptRow } from './store.ts';

/** The reference of an attempt at the provider: our short reference and the attempt number. */
export const referenceOf = ({
  short: shortReference,
  tries: attemptNo,
}: Pick<AttemptRow, 'short' | 'tries'>): string => `${shortReference}${String(attemptNo).padStart(2, '0')}`;

/** Whether a provider's reference belongs to this attempt. */
export function isTryOf(
  { short: shortReference, tries: attemptNo }: Pick<AttemptRow, 'short' | 'tries'>,
  reference: string,
): boolean {
  const number = reference.startsWith(shortReference) ? Number(reference.slice(shortReference.length)) : 0;
  return (
    number >= 1 && number <= attemptNo && reference === referenceOf({ short: shortReference, tries: number })
  );
}
