import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { drawing, type Row } from '../../../catalogue/draw.ts';
import { demoMedia } from './service.ts';

const list = readFileSync(join(demoMedia, '../demo/pictures.csv'));
const rows = parse<Row>(list, { columns: true });

describe('the demo shop’s pictures', () => {
  it.each(rows)('$image is what the list and the drawing give today', (row) => {
    expect(readFileSync(join(demoMedia, row.image), 'utf8')).toBe(drawing(row));
  });

  it('are small, need no font and refer to nothing outside', () => {
    for (const row of rows) {
      const svg = drawing(row);
      expect(svg.length).toBeLessThan(4096);
      expect(svg).not.toMatch(/<text|<image|<script|href="(?!#)|url\(/);
    }
  });

  it('are all in the list', () => {
    const listed = rows.map((row) => row.image.replace('/demo/', ''));
    expect(readdirSync(join(demoMedia, 'demo')).sort()).toEqual([...new Set(listed)].sort());
  });

  it('refuse a pack that nobody has drawn, and say which there are', () => {
    const row = { pack: 'crate', colour: '#aa3322', accent: '#ffffff', word: 'Apples' };
    expect(() => drawing(row)).toThrow(/no pack called crate; there are carton, box/);
  });
});
