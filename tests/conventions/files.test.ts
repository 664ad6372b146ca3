import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Source } from '../../scripts/sources.ts';
import { importsOf, matchesIn, product, productIn, project, sources } from './source-graph.ts';

const tracked = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8', maxBuffer: 1e8 })
  .trim()
  .split('\n');

describe('Files', () => {
  test('the root folder has at most ten files, dotfiles apart', () => {
    const root = tracked.filter((path) => !path.includes('/') && !path.startsWith('.'));
    expect(root.length, root.join(', ')).toBeLessThanOrEqual(10);
  });

  test('a folder has at most 25 files of its own', () => {
    // Catalogue data, one file per language, and the lists of records and migrations grow with their contents.
    const data = /^(catalogue|docs\/adr|api\/migrations)(\/|$)|locales/;
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

  test('a file has at most 400 lines, unless it holds only data', () => {
    const long = product
      .filter(({ code }) => /=>|\bfunction\b/.test(code))
      .map((source) => ({ path: source.path, lines: linesOf(source) }));
    expect(long.filter(({ lines }) => lines > maxLines)).toEqual([]);
  });

  test(`a file of under ${minLines} lines with one importer, in its own folder, is part of that importer`, () => {
    const paths = smallFiles();
    expect(paths.filter((path) => !(path in smallFilesAllowed))).toEqual([]);
    expect(Object.keys(smallFilesAllowed).filter((path) => !paths.includes(path))).toEqual([]);
  });
});

const maxLines = 400;
const minLines = 40;
/** A small file stays separate where it would make its importer longer than this. */
const maxMergedLines = 300;

/** Small files that stay separate, each with its reason. */
const smallFilesAllowed: Readonly<Record<string, string>> = {
  'storefront/app/checkout/state/payment-attempt.ts':
    'Rules that are tested without the cart, which its importer opens.',
  'storefront/app/offline-catalog/state/offline-catalog-db.ts':
    'Its importer is the script of a worker, which starts when it is imported.',
  'storefront/app/shell/redirect-home.ts': 'Its importer is a route module, which exports only a route.',
};

/**
 * Small files that could be part of their importer: not loaded on demand, not a layer of an API domain, and
 * short enough together.
 */
function smallFiles(): string[] {
  const files = new Map(product.map((source) => [source.path, source]));
  const importers = Map.groupBy(
    importsOf(product).filter(({ from, to }) => from !== to),
    ({ to }) => to,
  );
  return ['storefront/app/', 'api/src/', 'core/src/'].flatMap(productIn).flatMap((source) => {
    const { path } = source;
    const [importer, ...more] = new Set(importers.get(path)?.map(({ from }) => from));
    const lines = linesOf(source);
    const target = importer === undefined ? undefined : files.get(importer);
    if (!target || more.length > 0 || dirname(target.path) !== dirname(path)) return [];
    const isSeparate = /\.lazy\.tsx?$/.test(path) || /^api\/src\/.*(store|-service)\.ts$/.test(path);
    return lines < minLines && !isSeparate && linesOf(target) + lines <= maxMergedLines ? [path] : [];
  });
}

function linesOf({ text }: Source): number {
  return text.split('\n').length - 1;
}
