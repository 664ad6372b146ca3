import type { Dress } from './label.ts';
import { pouredPacks } from './packs-poured.ts';
import { softPacks } from './packs-soft.ts';
import { stiffPacks } from './packs-stiff.ts';
import { things } from './things.ts';

/** Draws a pack in its dress, standing on the floor of a page of 600 by 600. */
export type Pack = (dress: Dress) => string;

export const packs = { ...stiffPacks, ...softPacks, ...pouredPacks, ...things } satisfies Record<
  string,
  Pack
>;
export type PackName = keyof typeof packs;

/** Does this come without a pack that could bear its name? */
export const isThing = (pack: PackName): boolean => pack in things && pack !== 'plantPot';
