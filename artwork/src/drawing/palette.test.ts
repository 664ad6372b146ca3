import { expect, it } from 'vitest';
import { isDark } from './colour.ts';
import { paletteOf, palettesFrom } from './palette.ts';

it('paletteOf returns fixed colours for a brand without its own, dark enough for a name in cream', () => {
  const brands = Array.from({ length: 400 }, (_, at) => `Brand ${at}`);
  for (const brand of brands) {
    const palette = paletteOf(brand, new Map());
    expect(palette).toEqual(paletteOf(` ${brand.toUpperCase()}`, new Map()));
    expect(Object.values(palette).every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
    expect([isDark(palette.colour), isDark(palette.accent), isDark(palette.paper)]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect(new Set(brands.map((brand) => paletteOf(brand, new Map()).colour)).size).toBeGreaterThan(150);
});

it('palettesFrom leaves out a row without three colours', () => {
  const rows = [
    { brand: 'Botani', colour: '#2f6b5e', accent: '#cfe3b4', paper: '#f4f9f1' },
    { brand: 'Half', colour: 'green', accent: '#cfe3b4', paper: '' },
  ];
  expect([...palettesFrom(rows).keys()]).toEqual(['botani']);
});
