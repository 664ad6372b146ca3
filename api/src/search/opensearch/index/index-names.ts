import { randomUUID } from 'node:crypto';
import { mappingVersion } from './index-mapping.ts';

/** Names of the indices of one store view in the engine. */
export interface Places {
  /** Alias for searches and changes; it refers to the index in use. The index template has the same name. */
  alias: string;
  /** All indices of this view and format version: the alias, a dash and a number. */
  pattern: string;
}

/** @param prefix common prefix of this shop's names, so that several shops can share an engine */
export function placesOf(prefix: string, viewCode: string): Places {
  const alias = `${prefix}-${viewCode || 'main'}-v${mappingVersion}`;
  return { alias, pattern: `${alias}-*` };
}

/** The name of the next index. */
export function indexAfter({ alias }: Places, last: string | undefined): string {
  const number = last === undefined ? 0 : numberOf(last);
  return `${alias}-${String(number + 1).padStart(6, '0')}`;
}

export function numberOf(index: string): number {
  return Number(index.slice(index.lastIndexOf('-') + 1));
}

const buildingPrefix = (index: string): string => `${index}.building-`;

/**
 * Alias of an index while it is built, known only to its builder. Writes of a builder that was declared
 * dead neither recreate the index nor go to the next builder's index of the same number.
 */
export const newBuildingName = (index: string): string => buildingPrefix(index) + randomUUID();

/** The alias under which an index is being built, if any. */
export const buildingNameAmong = (index: string, names: readonly string[]): string | undefined =>
  names.find((name) => name.startsWith(buildingPrefix(index)));
