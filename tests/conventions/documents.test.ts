import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, sources } from './source-graph.ts';

const read = (path: string) => readFileSync(join(project, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'tests/fixtures/**/*.md'], { cwd: project })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

describe('Documents', () => {
  test('every link to a file of the project resolves', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)]
        .filter(([, to]) => !existsSync(join(project, dirname(page), to!)))
        .map(([, to]) => `${page}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  test('no line of a page is longer than 140 characters', () => {
    // The tables of measurements are written by `npm run bench`.
    const long = pages
      .filter((page) => page !== 'bench/RESULTS.md')
      .flatMap((page) =>
        read(page)
          .split('\n')
          .flatMap((line, index) => (line.length > 140 ? [`${page}:${index + 1}`] : [])),
      );
    expect(long).toEqual([]);
  });

  test('every decision record has a number, a date, a status and a row in the index', () => {
    const index = read('docs/adr/README.md');
    const wrong = pages
      .filter((page) => /^docs\/adr\/\d{3}-/.test(page))
      .filter((page) => {
        const name = page.slice('docs/adr/'.length);
        const text = read(page);
        const hasHead =
          text.startsWith(`# ADR-${name.slice(0, 3)}: `) &&
          /^Date: \d{4}-\d\d-\d\d$/m.test(text) &&
          /^Status: \w/m.test(text);
        return !hasHead || !index.includes(name);
      });
    expect(wrong).toEqual([]);
  });
});

describe('References', () => {
  const cited = [
    ...sources.map(({ path, text }) => ({ path, text })),
    ...globSync(['api/migrations/*.sql', 'storefront/app/*.css'], { cwd: project }).map((path) => ({
      path,
      text: read(path),
    })),
    ...pages.map((path) => ({ path, text: read(path) })),
  ].map(({ path, text }) => ({ path, text: text.replace(/\n\s*(?:\*|\/\/)? ?/g, ' ') }));

  const unresolved = (pattern: RegExp, exists: (id: string) => boolean) =>
    cited.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)]
        .filter((match) => !exists(match[1]!))
        .map((match) => `${path}: ${match[0]}`),
    );

  test('a file named in a comment exists', () => {
    const paths = globSync('{core,api,storefront,sandbox,artwork,bench,scripts,server,tests}/**/*.{ts,tsx}', {
      cwd: project,
      exclude: ['**/node_modules/**', '**/build/**'],
    }).map((path) => `/${path.replaceAll('\\', '/')}`);
    const missing = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm)]
        .flatMap(([comment]) => [...comment.matchAll(/`(?:\.\.?\/)*([\w./-]+\.tsx?)`/g)])
        .filter(([, name]) => !paths.some((known) => known.endsWith(`/${name}`)))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('an ADR number belongs to a record', () => {
    const records = new Set(pages.flatMap((page) => /^docs\/adr\/(\d{3})-/.exec(page)?.[1] ?? []));
    expect(unresolved(/\bADR-(\d{3})\b/g, (id) => records.has(id))).toEqual([]);
  });

  test('a decision of the specification exists', () => {
    const decisions = headings('docs/spec/decisions.md', /^## D(\d+) /gm);
    expect(unresolved(/\bspec D(\d+)\b/g, (id) => decisions.has(id))).toEqual([]);
  });

  test.each([
    ['commerce', /\bspec commerce (\d+(?:\.\d+)?)/g],
    ['accounts', /\bspec accounts (\d+(?:\.\d+)?)/g],
    ['payments', /\bspec payments (\d+(?:\.\d+)?)/g],
    ['reliability', /\bspec reliability (\d+(?:\.\d+)?)/g],
    ['wire-contract', /\bwire contract (\d+(?:\.\d+)?)/g],
  ])('a section of docs/spec/%s.md exists', (page, pattern) => {
    const sections = headings(`docs/spec/${page}.md`, /^#+ (\d+(?:\.\d+)?)[a-z]? /gm);
    expect(unresolved(pattern, (id) => sections.has(id))).toEqual([]);
  });

  test('a feature id exists', () => {
    const features = headings('docs/spec/features.md', /\*\*([A-Z]+-\d+)\*\*/g);
    const prefixes = [...new Set([...features].map((id) => id.split('-')[0]))].join('|');
    const inBrackets = new RegExp(String.raw`(?<=\([^()]*)\b((?:${prefixes})-\d+)\b(?=[^()]*\))`, 'g');
    // In tests and fixtures a sku may look like an id, so only ids in brackets count.
    expect(unresolved(inBrackets, (id) => features.has(id))).toEqual([]);
  });

  test('a threat in brackets exists', () => {
    const threats = headings('docs/spec/threats.md', /^## T(\d+) /gm);
    expect(
      unresolved(/\((?:[^()`'\n]*[ ,])?T([1-9]\d?)(?:[ ,][^()`'\n]*)?\)/g, (id) => threats.has(id)),
    ).toEqual([]);
  });

  test('no comment cites a page by an old name', () => {
    expect(unresolved(/\b(decisions? \d+|decision page \d+|docs\/decisions\/)/g, () => false)).toEqual([]);
  });
});

/** The first groups of all matches in a page. */
function headings(page: string, pattern: RegExp): Set<string> {
  return new Set([...read(page).matchAll(pattern)].map(([, id]) => id!));
}
