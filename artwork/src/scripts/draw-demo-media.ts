import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { palettesFrom } from '../drawing/palette.ts';
import { drawScene } from '../scene.ts';
import { heads } from './category-heads.ts';
import { banners } from './home-banners.ts';

/**
 * Draws the demo shop's category heads and banners into `media/`. Run it after changing their contents or
 * the drawing code: `node catalogue/draw.ts`. Product images need no files: they are drawn on request.
 */

const directory = join(import.meta.dirname, '../../../catalogue');

/** Returns the current version of every drawn file of the media folder, by name. */
export function drawings(): Map<string, string> {
  const brands = parse<Record<string, string>>(readFileSync(join(directory, 'demo/brands.csv')), {
    columns: true,
  });
  const palettes = palettesFrom(brands);
  return new Map(
    Object.entries({ ...heads, ...banners }).map(([name, scene]) => [name, drawScene(scene, palettes)]),
  );
}

function write(): void {
  for (const [name, svg] of drawings()) {
    const file = join(directory, 'media', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
  }
}

if (import.meta.main) write();
