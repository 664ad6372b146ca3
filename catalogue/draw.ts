import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { palettesFrom } from '@fynbos/core/pictures/palette.ts';
import { drawScene } from '@fynbos/core/pictures/scene.ts';
import { parse } from 'csv-parse/sync';
import { banners } from './banners.ts';
import { heads } from './heads.ts';

/**
 * Draws the demo shop's category heads and banners into `media/`. Run it again after changing what stands in them
 * or how things are drawn: `node catalogue/draw.ts`. Products need no files: they are drawn when asked for.
 */

const here = import.meta.dirname;

/** Every file of the media folder that is drawn here, by its name, as it is today. */
export function drawings(): Map<string, string> {
  const brands = parse<Record<string, string>>(readFileSync(join(here, 'demo/brands.csv')), {
    columns: true,
  });
  const palettes = palettesFrom(brands);
  return new Map(
    Object.entries({ ...heads, ...banners }).map(([name, scene]) => [name, drawScene(scene, palettes)]),
  );
}

function write(): void {
  for (const [name, svg] of drawings()) {
    const file = join(here, 'media', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
  }
}

if (import.meta.main) write();
