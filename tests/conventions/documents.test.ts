import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ranks } from './ranks.ts';
import { project, sources } from './source-graph.ts';

/** Files in the index, and new ones. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: project,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
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

  test('no line of a Markdown file is longer than 140 characters, except a URL alone', () => {
    const long = files
      .filter((path) => path.endsWith('.md') && existsSync(join(project, path)))
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, index) =>
            line.length > 140 && !/^\s*<?https?:\S+$/.test(line) ? [`${path}:${index + 1}`] : [],
          ),
      );
    expect(long).toEqual([]);
  });

  test('every path in a code span belongs to a file or folder of the project', () => {
    const missing = pages.flatMap((page) =>
      codeSpans(page)
        .filter((span) => isProjectPath(span) && !projectPaths.some((path) => path.endsWith(`/${span}`)))
        .map((span) => `${page}: ${span}`),
    );
    expect(missing).toEqual([]);
  });

  test('every npm script in a page exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)]
        .filter(([, name]) => !scripts[name!])
        .map(([command]) => `${page}: ${command}`),
    );
    expect(missing).toEqual([]);
  });

  test('the diagram of the folders in docs/architecture.md shows every ranked folder', () => {
    const [, section = ''] =
      /## Order of the folders\n([\s\S]*?)\n## /.exec(read('docs/architecture.md')) ?? [];
    const folders = Object.values(ranks)
      .flat()
      .filter((entry) => entry !== '.' && !entry.endsWith('.ts'))
      .map((entry) => entry.replace(/^app\//, '').split('/')[0]!);
    const words = new Set(section.match(/[\w-]+/g));
    expect([...new Set(folders)].filter((folder) => !words.has(folder))).toEqual([]);
  });

  test('every decision record has a number, a date, a status and a row in the index', () => {
    const index = read('docs/adr/README.md');
    const wrong = pages
      .filter((page) => /^docs\/adr\/\d{3}-/.test(page))
      .filter((page) => {
        const name = page.slice('docs/adr/'.length);
        const text = read(page);
        const [, title] = /^# ADR-\d{3}: (.+)\n/.exec(text) ?? [];
        const [, date] = /^Date: (\d{4}-\d\d-\d\d)$/m.exec(text) ?? [];
        const [, status] = /^Status: (\w.*)$/m.exec(text) ?? [];
        const number = name.slice(0, 3);
        const isComplete = text.startsWith(`# ADR-${number}: `) && title && date && status;
        return (
          !isComplete || !index.includes(`| [ADR-${number}](${name}) | ${title} | ${date} | ${status} |`)
        );
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
    ['commerce', /\bspec commerce (\d+(?:\.\d+)?)/gi],
    ['accounts', /\bspec accounts (\d+(?:\.\d+)?)/gi],
    ['payments', /\bspec payments (\d+(?:\.\d+)?)/gi],
    ['reliability', /\bspec reliability (\d+(?:\.\d+)?)/gi],
    ['wire-contract', /\bwire contract (\d+(?:\.\d+)?)/g],
  ])('a section of docs/spec/%s.md exists', (page, pattern) => {
    const sections = headings(`docs/spec/${page}.md`, /^#+ (\d+(?:\.\d+)?)[a-z]? /gm);
    expect(unresolved(pattern, (id) => sections.has(id))).toEqual([]);
  });

  test('a section is cited with the name of its page, and no issue is cited', () => {
    const cites = [
      /(?<!spec )\b(?:commerce|accounts|payments|reliability) \d+(?:\.\d+)?(?=[):,;]| (?:«|race))/gi,
      /\bdecisions «/g,
      /\bissues? #?\d+\b/gi,
    ];
    const code = cited.filter(({ path }) => !path.startsWith('docs/') && path !== 'CHANGELOG.md');
    expect(
      code.flatMap(({ path, text }) =>
        cites.flatMap((pattern) => [...text.matchAll(pattern)].map(([cite]) => `${path}: ${cite}`)),
      ),
    ).toEqual([]);
  });

  test('a quoted heading of docs/spec/decisions.md exists', () => {
    const decisions = headings('docs/spec/decisions.md', /^#+ (.+)$/gm);
    expect(unresolved(/docs\/spec\/decisions\.md, «([^»]+)»/g, (title) => decisions.has(title))).toEqual([]);
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

/** Every file and its folders, with a leading slash. */
const projectPaths = [
  ...new Set(
    files.flatMap((path) =>
      path.split('/').map((_, index, parts) => `/${parts.slice(0, index + 1).join('/')}`),
    ),
  ),
];
/** Files that exist only while the shop runs, in an import, at another company, or no longer. */
const filesElsewhere = new Set([
  'service-worker.js',
  'products-2.csv',
  'catalog_product.json',
  'taxrule.json',
  'paymentWidgets.js',
  'payment-sandbox.json',
  'deploy/.env',
  'docs/operating.md',
]);

/** Code spans of a page outside its code blocks, without a trailing slash. */
function codeSpans(page: string): string[] {
  return [
    ...read(page)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span]) => span!.replace(/\/$/, ''));
}

/** Whether a code span looks like a path without placeholders. */
function isProjectPath(span: string): boolean {
  if (!/^[\w@][\w@./-]*$/.test(span) || /NNN|^@/.test(span) || filesElsewhere.has(span)) return false;
  const [top = ''] = span.split('/');
  const isBelowTop = span.includes('/') && projectPaths.includes(`/${top}`);
  return isBelowTop || /\.(tsx?|js|jsonc?|md|sql|css|ya?ml|conf|csv|sh|xml|svg|webp|html)$/.test(span);
}

/** The first groups of all matches in a page. */
function headings(page: string, pattern: RegExp): Set<string> {
  return new Set([...read(page).matchAll(pattern)].map(([, id]) => id!));
}
