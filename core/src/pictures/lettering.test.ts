import { describe, expect, it } from 'vitest';
import { drawable, lettering } from './lettering.ts';

const box = { x: 100, y: 50, w: 200, h: 90 };
const look = { colour: '#000000' };

/** Every point a path's strokes end in, on the page. */
function pointsOf(path: string): [number, number][] {
  const scale = Number(/scale\(([\d.]+)\)/.exec(path)![1]);
  const [, d = ''] = / d="([^"]*)"/.exec(path)!;
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', text = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (command === 'M') [x, y] = [numbers[0]!, numbers[1]!];
    else if (command === 'h') x += numbers[0]!;
    else if (command === 'v') y += numbers[0]!;
    else if (command !== 'z') [x, y] = [x + numbers.at(-2)!, y + numbers.at(-1)!];
    points.push([x * scale, y * scale]);
  }
  return points;
}

describe('lettering', () => {
  it.each([
    'OATS',
    'Gluten-free rolled oats',
    'Dishwashing liquid',
    '6 x 1.5 L',
    'Wholewheat',
    'A B C D E F G',
  ])('keeps %s within its box', (text) => {
    for (const [x, y] of pointsOf(lettering(text, box, look))) {
      expect(x).toBeGreaterThan(box.x - 6);
      expect(x).toBeLessThan(box.x + box.w + 6);
      expect(y).toBeGreaterThan(box.y - 6);
      expect(y).toBeLessThan(box.y + box.h + 6);
    }
  });

  it('sets a long name on several lines, so that it is taller than on one', () => {
    const scaleOf = (lines: number) =>
      Number(/scale\(([\d.]+)\)/.exec(lettering('Rooibos and honeybush', box, { ...look, lines }))![1]);
    expect(scaleOf(4)).toBeGreaterThan(scaleOf(1) * 1.5);
  });

  it('knows accents, Afrikaans ones and others, and spells what looks like something else', () => {
    expect(drawable('crème brûlée').normalize('NFC')).toBe('CRÈME BRÛLÉE');
    expect(drawable('Môre, droëwors!').normalize('NFC')).toBe('MÔRE, DROËWORS!');
    expect(drawable('Straße ½ ×2 – “x”')).toBe('STRASSE 1/2 X2 - "X"');
    expect(drawable('Folic acid 400 µg')).toBe('FOLIC ACID 400 MCG');
    expect(drawable('smørrebrød łódź').normalize('NFC')).toBe('SMØRREBRØD ŁÓDŹ');
  });

  it('leaves out what it has no strokes for, and draws nothing of nothing', () => {
    expect(drawable('Tea ☕ 茶™')).toBe('TEA');
    expect(lettering('茶', box, look)).toBe('');
    expect(lettering('', box, look)).toBe('');
  });

  it('cuts what is too long at a word', () => {
    const long = 'Wholewheat crackers with sesame and poppy seeds and a long story';
    expect(drawable(long)).toBe('WHOLEWHEAT CRACKERS WITH SESAME AND POPPY SEEDS');
    expect(drawable('x'.repeat(100))).toHaveLength(48);
  });
});
