import type { CatalogueLabels } from './contract.ts';

/** Translates a name of the catalogue; returns it where there is no translation (spec D68). */
export const translateLabel = (labels: CatalogueLabels, name: string): string =>
  (Object.hasOwn(labels, name) && labels[name]) || name;
