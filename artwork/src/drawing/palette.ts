import { hsl, numberOf } from './colour.ts';

/** The colours of a brand: the main one, an accent for bands and lids, and the paper of its labels. */
export interface Palette {
  colour: string;
  accent: string;
  paper: string;
}

/** Palettes of brands with colours of their own, by lower-case name. */
export type Palettes = ReadonlyMap<string, Palette>;

/** Hues that suit packaging, in degrees; those between (mustard, lime) look like mistakes. */
const hues = [4, 14, 26, 38, 96, 128, 150, 168, 186, 200, 212, 226, 248, 272, 300, 324, 340, 352];

/** Returns the brand's own colours, or generated ones that are always the same for the same name. */
export function paletteOf(brand: string, known: Palettes): Palette {
  return known.get(brand.trim().toLowerCase()) ?? invented(brand.trim().toLowerCase());
}

function invented(brand: string): Palette {
  const number = numberOf(brand);
  const hue = hues[number % hues.length]!;
  const warm = hue < 60 || hue > 300;
  const second = warm ? 42 : [42, 18, 340, hue][(number >>> 8) % 4]!;
  return {
    colour: hsl(hue, 0.42 + ((number >>> 12) % 4) * 0.07, 0.3 + ((number >>> 16) % 4) * 0.05),
    accent: hsl(second, 0.72, 0.76 + ((number >>> 20) % 3) * 0.05),
    paper: hsl(hue, 0.45, 0.975),
  };
}

/** Reads the columns `brand,colour,accent,paper`; a row without three colours is left out. */
export function palettesFrom(rows: readonly Record<string, string>[]): Palettes {
  const palettes = new Map<string, Palette>();
  for (const { brand = '', colour = '', accent = '', paper = '' } of rows) {
    if (![colour, accent, paper].every((value) => /^#[0-9a-f]{6}$/i.test(value))) continue;
    palettes.set(brand.trim().toLowerCase(), { colour, accent, paper });
  }
  return palettes;
}
