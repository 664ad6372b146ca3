import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Palettes, palettesFrom } from '@fynbos/artwork/drawing/palette.ts';
import { drawPicture } from '@fynbos/artwork/product-picture.ts';
import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { pictureSubject } from '../catalogue/product-picture.ts';
import type { Ctx } from '../context.ts';
import type { DrawProduct } from './image-service.ts';
import { imageRoutes } from './routes.ts';

const mediaFolder = fileURLToPath(new URL('../../../catalogue/media', import.meta.url));
const brandFile = fileURLToPath(new URL('../../../catalogue/demo/brands.csv', import.meta.url));

export async function registerImages(
  app: FastifyInstance,
  { config, catalogue }: Ctx & { catalogue: LiveCatalogue },
): Promise<void> {
  imageRoutes(app, {
    mediaFolders: [mediaFolder],
    cacheFolder: path.join(config.dataFolder, 'images'),
    maxCacheBytes: config.imageCacheGb * 1024 ** 3,
    drawn: await artist(catalogue),
  });
}

/** Draws products in the colours of their brands. */
async function artist(catalogue: LiveCatalogue): Promise<DrawProduct> {
  const palettes = await readPalettes(brandFile);
  return (sku) => {
    const subject = pictureSubject(catalogue, sku);
    return subject && drawPicture(subject, palettes);
  };
}

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
