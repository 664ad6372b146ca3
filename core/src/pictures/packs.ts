import type { Dress } from './label.ts';
import { pouredPackagings } from './packs-poured.ts';
import { softPackagings } from './packs-soft.ts';
import { stiffPackagings } from './packs-stiff.ts';
import { unpackagedProducts } from './things.ts';

/** Draws a packaging with its print, standing on the floor of a canvas of 600 by 600. */
export type Packaging = (dress: Dress) => string;

export const packagings = {
  ...stiffPackagings,
  ...softPackagings,
  ...pouredPackagings,
  ...unpackagedProducts,
} satisfies Record<string, Packaging>;
export type PackagingName = keyof typeof packagings;

/** Whether the product has no packaging on which its name could be printed. */
export const isUnpackaged = (packaging: PackagingName): boolean =>
  packaging in unpackagedProducts && packaging !== 'plantPot';
