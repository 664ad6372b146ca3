import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { isDark, mix } from './drawing/colour.ts';
import { motifFor } from './drawing/motifs.ts';
import { packs } from './drawing/packs.ts';

/**
 * Draws the demo shop's pictures: one SVG for every row of `demo/pictures.csv`, into `media/`.
 * Run it again after changing the list or the drawing: `node catalogue/draw.ts`.
 */

export interface Row {
  image: string;
  pack: string;
  colour: string;
  accent: string;
  word: string;
}

const here = dirname(fileURLToPath(import.meta.url));
const sand = '#f6f0e4';

/** One picture as SVG, 600 by 600, pack standing on tinted ground. */
export function drawing({ pack, colour, accent, word }: Omit<Row, 'image'>): string {
  const shape = packs[shapeOf(pack, word)];
  if (!shape) throw new Error(`there is no pack called ${pack}; there are ${Object.keys(packs).join(', ')}`);
  const ground = mix(sand, isPale(colour) ? accent : colour, 0.2);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600">
<rect width="600" height="600" fill="${ground}"/>
<circle cx="300" cy="300" r="236" fill="${mix(ground, '#ffffff', 0.45)}"/>
<ellipse cx="306" cy="500" rx="172" ry="17" fill="#2a1a14" fill-opacity=".16"/>
${shape({ colour, accent, word, motif: motifFor(word) })}
</svg>
`;
}

const things: Record<string, string> = {
  juicer: 'juicer',
  'water filter': 'filter',
  dehydrator: 'dehydrator',
  freezer: 'freezer',
  'enamel mug': 'mug',
  bottle: 'flask',
  'shopping bag': 'tote',
  'bamboo board': 'board',
  recipes: 'book',
};

/** Some things come in no pack: they are what the word says. */
const shapeOf = (pack: string, word: string) => things[word.toLowerCase()] ?? pack;

const isPale = (colour: string) => !isDark(mix(colour, '#000000', 0.37));

function draw(): void {
  const list = readFileSync(join(here, 'demo/pictures.csv'));
  for (const row of parse<Row>(list, { columns: true, skip_empty_lines: true })) {
    const file = join(here, 'media', row.image);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, drawing(row));
  }
}

if (import.meta.main) draw();
