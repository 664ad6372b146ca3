import { glyphs, marks, spellings } from './glyphs.ts';
import { relative, round } from './strokes.ts';

/** Where words go: they stand centred in a box, as large as it allows but no taller than `tallest`. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  tallest?: number;
}

interface Glyph {
  w: number;
  /** The strokes with relative commands, from the letter's own corner. */
  d: string;
}

/** Letters are set narrow, so that a long name is still tall enough to be read on a thumbnail. */
const narrow = 0.84;
const gap = 1.6;
const space = 2.3;
const capHeight = 6;
const lineHeight = 8.6;
/** What is longer is cut at a word: a pack says what it is, the page says all of it. */
const mostLetters = 48;

const drawn = new Map<string, Glyph>(
  Object.entries(glyphs).map(([letter, { w, d }]) => [letter, { w: w * narrow, d: relative(d, narrow) }]),
);

/** The letters of a text that can be drawn, in capitals; what no letter stands for is left out. */
export function drawable(text: string): string {
  const spelled = [...text.slice(0, 400).toUpperCase()].map((letter) => spellings[letter] ?? letter).join('');
  const whole = [...spelled.normalize('NFD')]
    .map((letter) => (drawn.has(letter) || letter in marks ? letter : /\s/.test(letter) ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (whole.length <= mostLetters) return whole;
  const cut = whole.slice(0, mostLetters + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 0)) || whole.slice(0, mostLetters);
}

/** Words as strokes on as many lines as make them largest in the box; empty when nothing of them can be drawn. */
export function lettering(
  text: string,
  box: Box,
  look: { colour: string; weight?: number; lines?: number },
): string {
  const words = drawable(text).split(' ').filter(Boolean);
  if (words.length === 0) return '';
  const { lines, scale } = fitted(words, box, look.lines ?? 4);
  const height = ((lines.length - 1) * lineHeight + capHeight) * scale;
  const top = box.y + (box.h - height) / 2;
  const strokes = lines.map((line, at) => {
    const x = box.x + (box.w - widthOf(line) * scale) / 2;
    return strokesOf(line, x / scale, top / scale + at * lineHeight);
  });
  return `<path transform="scale(${round(scale, 1000)})" fill="none" stroke="${look.colour}" stroke-width="${look.weight ?? 1.05}" d="${strokes.join('')}"/>`;
}

function fitted(words: readonly string[], box: Box, mostLines: number): { lines: string[]; scale: number } {
  let best = { lines: [''], scale: 0 };
  for (let count = 1; count <= Math.min(mostLines, words.length); count++) {
    const lines = wrapped(words, count);
    const width = Math.max(...lines.map(widthOf));
    const height = (lines.length - 1) * lineHeight + capHeight;
    const scale = Math.min(box.w / width, box.h / height, (box.tallest ?? box.h) / capHeight);
    if (scale > best.scale * 1.04) best = { lines, scale };
  }
  return best;
}

/** Words on so many lines that the widest is as narrow as can be: the width is searched for by halves. */
function wrapped(words: readonly string[], count: number): string[] {
  let [least, most] = [Math.max(...words.map(widthOf)), widthOf(words.join(' '))];
  let lines = broken(words, most);
  for (let step = 0; step < 7; step++) {
    const width = (least + most) / 2;
    const tried = broken(words, width);
    if (tried.length > count) least = width;
    else [most, lines] = [width, tried];
  }
  const narrowest = broken(words, least);
  return narrowest.length <= count ? narrowest : lines;
}

function broken(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width + 0.01) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function widthOf(text: string): number {
  let width = -gap;
  for (const letter of text) {
    if (letter in marks) continue;
    width += (letter === ' ' ? space : drawn.get(letter)!.w) + gap;
  }
  return Math.max(width, 1);
}

function strokesOf(text: string, x: number, y: number): string {
  let at = x;
  let last = 0;
  let strokes = '';
  for (const letter of text) {
    const mark = marks[letter];
    if (mark) strokes += `M${round(at - gap - last / 2)} ${round(y)}${relative(mark, narrow)}`;
    else if (letter === ' ') at += space + gap;
    else {
      const { w, d } = drawn.get(letter)!;
      strokes += `M${round(at)} ${round(y)}${d}`;
      at += w + gap;
      last = w;
    }
  }
  return strokes;
}
