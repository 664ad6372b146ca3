import { randomUUID } from 'node:crypto';
import { shape } from './mapping.ts';

/** What the indices of one store view are called in the engine. */
export interface Places {
  /** What searches and changes name; it leads to the index in use. The template of its indices has the same name. */
  alias: string;
  /** Every index of this view in this shape, with the alias behind a dash and a number. */
  pattern: string;
}

/** @param prefix what all names of this shop begin with, so that several shops may share an engine */
export function placesOf(prefix: string, viewCode: string): Places {
  const alias = `${prefix}-${viewCode || 'main'}-v${shape}`;
  return { alias, pattern: `${alias}-*` };
}

/** The index that is built after this one. */
export function indexAfter({ alias }: Places, last: string | undefined): string {
  const number = last === undefined ? 0 : numberOf(last);
  return `${alias}-${String(number + 1).padStart(6, '0')}`;
}

export function numberOf(index: string): number {
  return Number(index.slice(index.lastIndexOf('-') + 1));
}

const buildingPrefix = (index: string): string => `${index}.building-`;

/**
 * A name that an index has while it is built, and that only its builder knows: what somebody writes who was given up neither
 * makes the index anew nor goes into the one that the next builder makes under its number.
 */
export const newBuildingName = (index: string): string => buildingPrefix(index) + randomUUID();

/** The name among those of an index by which it is being built, if it is. */
export const buildingNameAmong = (index: string, names: readonly string[]): string | undefined =>
  names.find((name) => name.startsWith(buildingPrefix(index)));
