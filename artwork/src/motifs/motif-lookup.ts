import { made } from './food-motifs.ts';
import { home } from './household-motifs.ts';
import {
  babyPatterns,
  bodyCarePatterns,
  foodPatterns,
  gardenPatterns,
  healthPatterns,
  householdPatterns,
  ingredientPatterns,
  petPatterns,
  servicePatterns,
  type Word,
} from './motif-keywords.ts';
import { grown } from './plant-motifs.ts';

/** A drawing and its dominant colour, by which a flavour is recognized from a distance. */
export interface Motif {
  svg: string;
  tone: string;
}

export const kinds = [
  'food',
  'meat',
  'fresh',
  'pet',
  'baby',
  'body',
  'health',
  'house',
  'garden',
  'service',
] as const;
export type Kind = (typeof kinds)[number];

const always: readonly Word[] = [...ingredientPatterns, ...foodPatterns];

/** Order of the word lists for each kind of product; the first match wins. */
const lists: Record<Kind, readonly (readonly Word[])[]> = {
  food: [always],
  meat: [foodPatterns, ingredientPatterns],
  fresh: [always],
  pet: [petPatterns],
  baby: [ingredientPatterns, [[/cereal|porridge|grain/, 'grain', '#cf9632'], ...babyPatterns]],
  body: [ingredientPatterns.filter(([, motif]) => motif !== 'cinnamon'), bodyCarePatterns],
  health: [healthPatterns, always],
  house: [householdPatterns, ingredientPatterns],
  garden: [gardenPatterns.slice(0, 1), ingredientPatterns, gardenPatterns],
  service: [servicePatterns],
};

const drawings: Record<string, string> = { ...grown, ...made, ...home };

/** Names of all drawings. */
export const motifNames: readonly string[] = Object.keys(drawings);

/** Every drawing that a word list refers to. */
export const referencedMotifs: readonly string[] = [...Object.values(lists).flat(2), ...bodyCarePatterns].map(
  ([, motif]) => motif,
);

/** Returns a drawing by its name; the protea when there is none of this name. */
export const motifNamed = (name: string): string => drawings[name] ?? drawings.protea!;

const fallback: Record<Kind, Motif> = Object.fromEntries(
  (
    [
      ['food', 'protea', '#d0587e'],
      ['meat', 'meat', '#a8403a'],
      ['fresh', 'leaf', '#5d8a4a'],
      ['pet', 'paw', '#7a5a42'],
      ['baby', 'baby', '#e8a58a'],
      ['body', 'flower', '#d0587e'],
      ['health', 'pill', '#d0587e'],
      ['house', 'spark', '#e8a82e'],
      ['garden', 'plant', '#5d8a4a'],
      ['service', 'talk', '#4f9a86'],
    ] as const
  ).map(([kind, name, tone]) => [kind, { svg: drawings[name]!, tone }]),
) as Record<Kind, Motif>;

/**
 * Returns the drawing for a product of this kind: the first match in its texts, of which the name comes
 * first.
 */
export function motifFor(kind: Kind, texts: readonly string[]): Motif {
  for (const text of texts) {
    const normalized = text.toLowerCase();
    for (const list of lists[kind]) {
      const entry = list.find(([pattern]) => pattern.test(normalized));
      if (entry) return { svg: motifNamed(entry[1]), tone: flavourOf(kind, texts[0]) ?? entry[2] };
    }
  }
  return fallback[kind];
}

/** Meat shows its kind as the drawing, and its seasoning as the colour. */
function flavourOf(kind: Kind, name = ''): string | undefined {
  return kind === 'meat'
    ? ingredientPatterns.find(([pattern]) => pattern.test(name.toLowerCase()))?.[2]
    : undefined;
}
