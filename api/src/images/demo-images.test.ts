import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, type Subject } from '@fynbos/artwork/picture-subject.ts';
import { drawPicture } from '@fynbos/artwork/product-picture.ts';
import { drawings } from '@fynbos/artwork/scripts/draw-demo-media.ts';
import { svgErrors } from '@fynbos/test-kit/catalogue/svg-validator.ts';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoMedia } from './image-service.ts';
import { readPalettes } from './register-images.ts';

type Row = Record<string, string>;

const demo = join(demoMedia, '../demo');
const palettes = await readPalettes(join(demo, 'brands.csv'));
const products = readdirSync(demo)
  .filter((file) => file.startsWith('products'))
  .flatMap((file) => parse<Row>(readFileSync(join(demo, file)), { columns: true, relax_column_count: true }));
const pictures = products.map((row) => ({ row, svg: drawPicture(subjectOf(row), palettes) }));

function subjectOf(row: Row): Subject {
  const path = (row.categories ?? '').split('|')[0]!.split('>');
  return {
    name: row.name ?? '',
    brand: row.product_brand || row.brand || '',
    format: row.format ?? '',
    packsize: row.packsize ?? '',
    colour: row.colour ?? '',
    kinds: [row.product_subtype ?? '', row.product_type ?? '', ...path.map((name) => name.trim()).reverse()],
  };
}

describe('product pictures of the demo shop', () => {
  it('are valid, need no font and contain no external references', () => {
    const faulty = pictures
      .map(({ row, svg }) => [row.sku, svgErrors(svg)])
      .filter(([, svgErrors]) => svgErrors!.length > 0);
    expect(faulty).toEqual([]);
  });

  it('are small', () => {
    const sizes = pictures.map(({ svg }) => svg.length).sort((left, right) => left - right);
    expect(sizes.at(-1)).toBeLessThan(6 * 1024);
    expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThan(4.5 * 1024);
  });

  it('differ between products and between variants of a family', () => {
    const shown = Map.groupBy(pictures, ({ svg }) => svg);
    const alike = [...shown.values()]
      .map((group) => [...new Set(group.map(({ row }) => `${row.name} ${row.packsize}`))])
      .filter((names) => names.length > 1);
    expect(alike).toEqual([]);
  });

  it('all have a kind the shop knows', () => {
    expect(products.length).toBeGreaterThan(100);
    const kinds = new Set(products.map((row) => kindOf(subjectOf(row))));
    expect([...kinds].sort()).toContain('fresh');
  });

  it('can be rasterised without installed fonts', async () => {
    const sample = pictures.filter((_, at) => at % 40 === 0);
    for (const { svg } of sample) {
      const { info } = await sharp(Buffer.from(svg))
        .resize(150, 150)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([150, 150]);
    }
  });
});

describe('category images and banners of the demo shop', () => {
  const scenes = drawings();

  it.each([...scenes])(
    '%s equals the output of artwork/src/scripts/draw-demo-media.ts: run it',
    (name, svg) => {
      expect(readFileSync(join(demoMedia, name), 'utf8')).toBe(svg);
    },
  );

  it('are valid and contain text only on packaging', () => {
    expect([...scenes].map(([name, svg]) => [name, svgErrors(svg.trim())])).toEqual(
      [...scenes.keys()].map((name) => [name, []]),
    );
  });

  it('exist for every category that names one', () => {
    const categories = parse<Row>(readFileSync(join(demo, 'categories.csv')), { columns: true });
    const named = categories.map(({ image }) => image!).filter(Boolean);
    expect(named.filter((image) => !scenes.has(image.slice(1)))).toEqual([]);
    expect(named).toHaveLength(18);
  });
});
