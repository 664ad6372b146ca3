import type { AttemptRow } from './store.ts';

/** By what a provider knows an attempt: our letters, and the number of the try. */
export const referenceOf = ({ short, tries }: Pick<AttemptRow, 'short' | 'tries'>): string =>
  `${short}${String(tries).padStart(2, '0')}`;

/** Whether a provider's name for a payment is one of the tries of this attempt. */
export function isTryOf({ short, tries }: Pick<AttemptRow, 'short' | 'tries'>, reference: string): boolean {
  const number = reference.startsWith(short) ? Number(reference.slice(short.length)) : 0;
  return number >= 1 && number <= tries && reference === referenceOf({ short, tries: number });
}
