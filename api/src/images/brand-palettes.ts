import { readFile } from 'node:fs/promises';
import { type Palettes, palettesFrom } from '@fynbos/core/pictures/palette.ts';
import { parse } from 'csv-parse/sync';

/** The colours of brands that chose theirs: columns `brand,colour,accent,paper`. None when there is no such file. */
export async function readPalettes(file: string): Promise<Palettes> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return palettesFrom(
    parse<Record<string, string>>(text, { columns: true, skip_empty_lines: true, bom: true }),
  );
}
