import { grown } from './motifs-grown.ts';
import { home } from './motifs-home.ts';
import { made } from './motifs-made.ts';
import {
  babyWords,
  bodyWords,
  gardenWords,
  grownWords,
  healthWords,
  houseWords,
  madeWords,
  petWords,
  serviceWords,
  type Word,
} from './word-lists.ts';

/** A drawing and the colour it speaks in: what a flavour looks like from three metres away. */
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

const always: readonly Word[] = [...grownWords, ...madeWords];

/** In which order the lists are asked for each kind of thing; the first that fits anywhere wins. */
const lists: Record<Kind, readonly (readonly Word[])[]> = {
  food: [always],
  meat: [madeWords, grownWords],
  fresh: [always],
  pet: [petWords],
  baby: [grownWords, [[/cereal|porridge|grain/, 'grain', '#cf9632'], ...babyWords]],
  body: [grownWords.filter(([, motif]) => motif !== 'cinnamon'), bodyWords],
  health: [healthWords, always],
  house: [houseWords, grownWords],
  garden: [gardenWords.slice(0, 1), grownWords, gardenWords],
  service: [serviceWords],
};

const drawings: Record<string, string> = { ...grown, ...made, ...home };

/** The names of all drawings. */
export const motifNames: readonly string[] = Object.keys(drawings);

/** Every drawing that words can ask for. */
export const motifsAskedFor: readonly string[] = [...Object.values(lists).flat(2), ...bodyWords].map(
  ([, motif]) => motif,
);

/** A drawing by its name; the house's flower when there is none of this name. */
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

/** The drawing for a thing of this kind: what its texts ask for, the first text (its name) before the next. */
export function motifFor(kind: Kind, texts: readonly string[]): Motif {
  for (const text of texts) {
    const asked = text.toLowerCase();
    for (const list of lists[kind]) {
      const found = list.find(([words]) => words.test(asked));
      if (found) return { svg: motifNamed(found[1]), tone: flavourOf(kind, texts[0]) ?? found[2] };
    }
  }
  return fallback[kind];
}

/** Meat shows what it is, and in its colour what it is seasoned with. */
function flavourOf(kind: Kind, name = ''): string | undefined {
  return kind === 'meat' ? grownWords.find(([words]) => words.test(name.toLowerCase()))?.[2] : undefined;
}
