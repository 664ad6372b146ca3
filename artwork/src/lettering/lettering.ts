import { relative, round } from '../drawing/svg-path.ts';
import { diacritics, glyphs, spellings } from './glyphs.ts';

/** The area of a text: it is centred and as large as the area allows, up to a capital height of `tallest`. */
export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
  tallest?: number;
}

interface Glyph {
  w: number;
  /** The strokes with relative commands, from the letter's origin. */
  d: string;
}

/** Letters are condensed, so that a long name is still legible on a thumbnail. */
const narrow = 0.84;
const gap = 1.6;
const space = 2.3;
const capHeight = 6;
const lineHeight = 8.6;
/** Longer text is cut at a word: packaging shows the short name, the page the full one. */
const maxCharacters = 48;

const drawn = new Map<string, Glyph>(
  Object.entries(glyphs).map(([character, { w, d }]) => [
    character,
    { w: w * narrow, d: relative(d, narrow) },
  ]),
);

/** Returns the drawable characters of a text, in capitals; characters without strokes are left out. */
export function drawable(text: string): string {
  const spelled = [...text.slice(0, 400).toUpperCase()]
    .map((character) => spellings[character] ?? character)
    .join('');
  const full = [...spelled.normalize('NFD')]
    .map((character) =>
      drawn.has(character) || character in diacritics ? character : /\s/.test(character) ? ' ' : '',
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (full.length <= maxCharacters) return full;
  const cut = full.slice(0, maxCharacters + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || full.slice(0, maxCharacters);
}

/**
 * Draws text as strokes, on the number of lines that makes it largest in the area; empty when nothing is
 * drawable.
 */
export function lettering(
  text: string,
  area: Area,
  style: { colour: string; weight?: number; lines?: number },
): string {
  const wordList = drawable(text).split(' ').filter(Boolean);
  if (wordList.length === 0) return '';
  const { lines, scale } = fitted(wordList, area, style.lines ?? 4);
  const height = ((lines.length - 1) * lineHeight + capHeight) * scale;
  const top = area.y + (area.h - height) / 2;
  const strokes = lines.map((line, at) => {
    const x = area.x + (area.w - widthOf(line) * scale) / 2;
    return strokesOf(line, x / scale, top / scale + at * lineHeight);
  });
  return `<path transform="scale(${round(scale, 1000)})" fill="none" stroke="${style.colour}" stroke-width="${style.weight ?? 1.05}" d="${strokes.join('')}"/>`;
}

function fitted(
  wordList: readonly string[],
  area: Area,
  maxLines: number,
): { lines: string[]; scale: number } {
  let best = { lines: [''], scale: 0 };
  for (let count = 1; count <= Math.min(maxLines, wordList.length); count++) {
    const lines = wrapped(wordList, count);
    const width = Math.max(...lines.map(widthOf));
    const height = (lines.length - 1) * lineHeight + capHeight;
    const scale = Math.min(area.w / width, area.h / height, (area.tallest ?? area.h) / capHeight);
    if (scale > best.scale * 1.04) best = { lines, scale };
  }
  return best;
}

/**
 * Wraps words to a number of lines so that the widest is as narrow as possible, by binary search for the
 * width.
 */
function wrapped(wordList: readonly string[], count: number): string[] {
  let [minWidth, maxWidth] = [Math.max(...wordList.map(widthOf)), widthOf(wordList.join(' '))];
  let lines = broken(wordList, maxWidth);
  for (let step = 0; step < 7; step++) {
    const width = (minWidth + maxWidth) / 2;
    const candidate = broken(wordList, width);
    if (candidate.length > count) minWidth = width;
    else [maxWidth, lines] = [width, candidate];
  }
  const narrowest = broken(wordList, minWidth);
  return narrowest.length <= count ? narrowest : lines;
}

function broken(wordList: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of wordList) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width + 0.01) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function widthOf(text: string): number {
  let width = -gap;
  for (const character of text) {
    if (character in diacritics) continue;
    width += (character === ' ' ? space : drawn.get(character)!.w) + gap;
  }
  return Math.max(width, 1);
}

function strokesOf(text: string, x: number, y: number): string {
  let at = x;
  let last = 0;
  let strokes = '';
  for (const character of text) {
    const diacritic = diacritics[character];
    if (diacritic) strokes += `M${round(at - gap - last / 2)} ${round(y)}${relative(diacritic, narrow)}`;
    else if (character === ' ') at += space + gap;
    else {
      const { w, d } = drawn.get(character)!;
      strokes += `M${round(at)} ${round(y)}${d}`;
      at += w + gap;
      last = w;
    }
  }
  return strokes;
}
