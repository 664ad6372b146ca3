import { pouredPackagings } from './liquid-packaging.ts';
import type { Packaging } from './packaging-label.ts';
import { stiffPackagings } from './rigid-packaging.ts';
import { softPackagings } from './soft-packaging.ts';
import { unpackagedProducts } from './unpackaged-products.ts';

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
