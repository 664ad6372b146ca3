import { shape } from './mapping.ts';

/** What the indices of one store view are called in the engine. */
export interface Places {
  /** What searches and changes name; it leads to the index in use. */
  alias: string;
  /** Every index of this view in this shape, with the alias behind a dash and a number. */
  pattern: string;
  template: string;
  /** What the template is for: the indices of every view. */
  templatePattern: string;
}

/** @param prefix what all names of this shop begin with, so that several shops may share an engine */
export function placesOf(prefix: string, viewCode: string): Places {
  const alias = `${prefix}-${viewCode || 'main'}-v${shape}`;
  return {
    alias,
    pattern: `${alias}-*`,
    template: `${prefix}-v${shape}`,
    templatePattern: `${prefix}-*-v${shape}-*`,
  };
}

/** The index that is built after this one. */
export function indexAfter({ alias }: Places, last: string | undefined): string {
  const number = last === undefined ? 0 : numberOf(last);
  return `${alias}-${String(number + 1).padStart(6, '0')}`;
}

export function numberOf(index: string): number {
  return Number(index.slice(index.lastIndexOf('-') + 1));
}

/** A name that an index has while it is built: what is written by it never makes an index anew that was given up. */
export const buildingName = (index: string): string => `${index}.building`;
