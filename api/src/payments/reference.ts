import type { AttemptRow } from './store.ts';

/** By what a provider knows an attempt: our letters, and the number of the try. */
export const referenceOf = ({ short, tries }: Pick<AttemptRow, 'short' | 'tries'>): string =>
  `${short}${String(tries).padStart(2, '0')}`;
