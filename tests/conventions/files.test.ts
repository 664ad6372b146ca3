import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Source } from '../../scripts/sources.ts';
import { matchesIn, product, productIn, project, sources } from './source-graph.ts';

const tracked = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8', maxBuffer: 1e8 })
  .trim()
  .split('\n');

describe('Files', () => {
  test('the root folder has at most ten files, dotfiles apart', () => {
    const root = tracked.filter((path) => !path.includes('/') && !path.startsWith('.'));
    expect(root.length, root.join(', ')).toBeLessThanOrEqual(10);
  });

  test('a folder has at most 25 files of its own', () => {
    // Catalogue data, one file per language, and the list of records grow with their contents.
    const data = /^(catalogue|docs\/adr)(\/|$)|locales/;
    const folders = Map.groupBy(
      tracked.filter((path) => path.includes('/') && !data.test(dirname(path))),
      dirname,
    );
    const wide = [...folders].filter(([, files]) => files.length > 25);
    expect(wide.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test('core does no I/O and reads no clock', () => {
    const outside =
      /from 'node:[^']*'|\bDate\.now\(|new Date\(\)|\bperformance\.now\(|(?<![.\w])fetch\(|\bprocess\.|Math\.random\(|\bset(Timeout|Interval)\(/g;
    expect(matchesIn(productIn('core/src/'), outside)).toEqual([]);
  });

  test('no file name is a catch-all', () => {
    const empty = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/;
    expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  test('no file only re-exports other files', () => {
    const forwards = ({ code }: Source) =>
      code
        .replace(/^\s*(import|export)[^;]*?from\s*['"][^'"]+['"];?/gm, '')
        .replace(/^\s*export\s*\{[^}]*\};?/gm, '')
        .trim() === '' && /\bexport\b/.test(code);
    expect(product.filter(forwards).map(({ path }) => path)).toEqual([]);
  });

  test('a file has at most 300 lines, unless it holds only data', () => {
    const long = product
      .filter(({ code }) => /=>|\bfunction\b/.test(code))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(long.filter(({ lines }) => lines > 300)).toEqual([]);
  });
});
