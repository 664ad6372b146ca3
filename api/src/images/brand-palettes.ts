import { readFile } from 'node:fs/promises';
import { type Palettes, palettesFrom } from '@fynbos/artwork/drawing/palette.ts';
import { parse } from 'csv-parse/sync';

/**
 * Reads brand colours from the columns `brand,colour,accent,paper`. Returns none when the file does not
 * exist.
 */
export async function readPalettes(file: string): Promise<Palettes> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return palettesFrom(
    parse<Record<string, string>>(text, { columns: true, skip_empty_lines: true, bom: true }),
  );
}
