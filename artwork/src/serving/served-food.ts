import type { Kind } from '../motifs/motif-lookup.ts';
import { type Subject, titleOf } from '../picture-subject.ts';
import { bakePatterns } from './served-bakes.ts';
import { meatPatterns } from './served-meat.ts';
import { producePatterns, type Serving } from './served-produce.ts';
import { foodLight } from './shading.ts';

/** Formats of fresh food of which the shopper sees the food, not the packaging. */
const openFormats =
  /^$|loose|each|punnet|bag|net\b|pocket|tray|bunch|loaf|loaves|pack\b|roll\b|tub\b|sachet|box|piece/;
const closedMeat = /biltong|dro[eë]wors|chilli bites|tin\b|jar\b/;
const bakery = /\bbaker(y|ies)\b|\bbreads?\b|\bcakes\b/;

function patternsFor(kind: Kind, text: string, { kinds, format }: Subject): readonly Serving[] {
  if (kind === 'fresh') return producePatterns;
  if (kind === 'meat') return closedMeat.test(text) || /tin|can|jar/i.test(format) ? [] : meatPatterns;
  const isBakery = kind === 'food' && bakery.test(kinds.join(' ').toLowerCase());
  return isBakery && !/rusk|biscuit|cookie|flour|crumbs|crunch|straws|shortbread|\btin\b/.test(text)
    ? bakePatterns
    : [];
}

/**
 * Draws fresh food as it is served, without packaging; undefined for everything that is sold in a package
 * of its own, and for food without a drawing.
 */
export function servedFood(subject: Subject, kind: Kind): string | undefined {
  if (!openFormats.test(subject.format.toLowerCase())) return undefined;
  const text = titleOf(subject).toLowerCase();
  const serving = patternsFor(kind, text, subject).find(([pattern]) => pattern.test(text));
  return serving && foodLight + serving[1]();
}
