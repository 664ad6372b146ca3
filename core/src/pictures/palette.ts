import { hsl, numberOf } from './colour.ts';

/** What a brand wears: its colour, a second one for bands and lids, and the paper of its labels. */
export interface Palette {
  colour: string;
  accent: string;
  paper: string;
}

/** The palettes of brands that chose their own, by the brand's name in small letters. */
export type Palettes = ReadonlyMap<string, Palette>;

/** Hues that look well as a pack, in degrees; the ones between (mustard, lime) look like a mistake. */
const hues = [4, 14, 26, 38, 96, 128, 150, 168, 186, 200, 212, 226, 248, 272, 300, 324, 340, 352];

/** The brand's own colours, or pleasant ones that always are the same for the same name. */
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
