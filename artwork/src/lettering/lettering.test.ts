import { describe, expect, it } from 'vitest';
import { drawable, lettering } from './lettering.ts';

const area = { x: 100, y: 50, w: 200, h: 90 };
const style = { colour: '#000000' };

/** Returns the end points of a path's strokes in page coordinates. */
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
  ])('fits %s into its area', (text) => {
    for (const [x, y] of pointsOf(lettering(text, area, style))) {
      expect(x).toBeGreaterThan(area.x - 6);
      expect(x).toBeLessThan(area.x + area.w + 6);
      expect(y).toBeGreaterThan(area.y - 6);
      expect(y).toBeLessThan(area.y + area.h + 6);
    }
  });

  it('wraps a long name, so that it is taller than on one line', () => {
    const scaleOf = (lines: number) =>
      Number(/scale\(([\d.]+)\)/.exec(lettering('Rooibos and honeybush', area, { ...style, lines }))![1]);
    expect(scaleOf(4)).toBeGreaterThan(scaleOf(1) * 1.5);
  });

  it('draws accents of Afrikaans and other languages, and replaces similar characters', () => {
    expect(drawable('crème brûlée').normalize('NFC')).toBe('CRÈME BRÛLÉE');
    expect(drawable('Môre, droëwors!').normalize('NFC')).toBe('MÔRE, DROËWORS!');
    expect(drawable('Straße ½ ×2 – “x”')).toBe('STRASSE 1/2 X2 - "X"');
    expect(drawable('Folic acid 400 µg')).toBe('FOLIC ACID 400 MCG');
    expect(drawable('smørrebrød łódź').normalize('NFC')).toBe('SMØRREBRØD ŁÓDŹ');
  });

  it('leaves out characters without strokes, and draws nothing for empty text', () => {
    expect(drawable('Tea ☕ 茶™')).toBe('TEA');
    expect(lettering('茶', area, style)).toBe('');
    expect(lettering('', area, style)).toBe('');
  });

  it('cuts a long text at a word', () => {
    const long = 'Wholewheat crackers with sesame and poppy seeds and a long story';
    expect(drawable(long)).toBe('WHOLEWHEAT CRACKERS WITH SESAME AND POPPY SEEDS');
    expect(drawable('x'.repeat(100))).toHaveLength(48);
  });
});
