import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { variables } from '@fynbos/api/config.ts';
import { readMigrations } from '@fynbos/api/migrations.ts';
import { breakingStatements } from '@fynbos/api/testing/breaking-statements.ts';
import { describe, expect, test } from 'vitest';
import { readSources, type Source } from './sources.ts';
import { filesAbout, threats } from './threats.ts';

/** The plan of the house (docs/architecture.md), proven. Every failure lists who breaks the rule, and how. */

const sources = readSources();
const product = sources.filter(({ isTest, path }) => !isTest && !path.includes('/testing/'));

/** In reading order: a noun may know the nouns before it, never one after it. */
const nouns = [
  'accounts',
  'stores',
  'stock',
  'pricing',
  'catalogue',
  'content',
  'search',
  'promotions',
  'cart',
  'delivery',
  'checkout',
  'orders',
  'payments',
];

describe('Who may import whom', () => {
  test('the homes know each other only as api → core ← storefront, and the sandbox knows none of us', () => {
    const mayKnow: Record<string, string[]> = {
      core: ['core'],
      api: ['core', 'api'],
      storefront: ['core', 'storefront'],
      sandbox: ['sandbox'],
    };
    const offences = ourImports(sources).filter(({ from, to }) => {
      // What starts shops for tests may start their surroundings too.
      if (from.startsWith('api/src/testing/') && homeOf(to) === 'sandbox') return false;
      const allowed = mayKnow[homeOf(from)];
      return allowed && homes.includes(homeOf(to)) && !allowed.includes(homeOf(to));
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('tests in a browser know the shop from outside; only their set-up starts one', () => {
    const inside = /^(api\/src\/(?!testing\/)|storefront\/(app|server)\/)/;
    expect(
      ourImports(in_('e2e/'))
        .filter(({ to }) => inside.test(to))
        .map(arrow),
    ).toEqual([]);
  });

  test.each(['core/src/', 'api/src/', 'storefront/app/'])(
    'in %s a noun imports only nouns before it',
    (home) => {
      const offences = ourImports(product.filter(({ path }) => path.startsWith(home)))
        .filter(({ from }) => !isPage(from))
        .filter(({ from, to }) => rank(home, to) > rank(home, from) && rank(home, from) >= 0);
      expect(offences.map(arrow)).toEqual([]);
    },
  );

  test('inside an api noun the way is routes → service → store, never back and never past the service', () => {
    const layers = ['store', 'service', 'routes'];
    const layerOf = (path: string) => layers.indexOf(basename(path, '.ts').replace(/^.+-/, ''));
    const offences = ourImports(in_('api/src/')).filter(({ from, to }) => {
      if (!nounOf('api/src/', from) || nounOf('api/src/', from) !== nounOf('api/src/', to)) return false;
      const [above, below] = [layerOf(from), layerOf(to)];
      return below > above && above >= 0 ? true : above === 2 && below === 0;
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('other nouns of the api see neither routes nor the statements that write', () => {
    const offences = ourImports(in_('api/src/')).filter(({ from, to }) => {
      const [own, other] = [nounOf('api/src/', from), nounOf('api/src/', to)];
      const hidden = /\/(routes|store|[\w-]*(?<!read)-store)\.ts$/.test(to);
      return own && other && own !== other && hidden;
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('nothing imports a page but the route table', () => {
    const offences = ourImports(in_('storefront/')).filter(
      ({ from, to }) => isPage(to) && from !== 'storefront/app/routes.ts',
    );
    expect(offences.map(arrow)).toEqual([]);
  });

  test('what pages are drawn with (storefront/app/ui) knows no noun of the shop', () => {
    const offences = ourImports(in_('storefront/app/ui/')).filter(
      ({ to }) => nounOf('storefront/app/', to) || nounOf('core/src/', to),
    );
    expect(offences.map(arrow)).toEqual([]);
  });

  test('what traces need is loaded by who wants traces, and by nobody else (ADR-029)', () => {
    const others = product.filter(({ path }) => !path.startsWith('api/src/operation/trace'));
    expect(offendersIn(others, /^import (?!type\b).*'(@opentelemetry\/.*|.*\/traces\.ts)';/gm)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(circles()).toEqual([]);
  });
});

describe('Each thing once', () => {
  test('the path of an API call is written in its contract alone', () => {
    const offences = offendersIn(
      product.filter(
        ({ path }) => /^(core|api|storefront)\/|^[^/]+$/.test(path) && !path.endsWith('/contract.ts'),
      ),
      /['"`]\/(api|img)\/[^'"`]*/g,
    );
    expect(offences).toEqual([]);
  });

  test('SQL is written in stores alone', () => {
    const allowed = /(store\.ts|^api\/src\/(migrate|db)\.ts|^api\/src\/database\/.*)$/;
    const sql = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bclient\.query\(/g;
    expect(
      offendersIn(
        in_('api/src/').filter(({ path }) => !allowed.test(path)),
        sql,
      ),
    ).toEqual([]);
  });

  test('a table is named in the stores of one noun', () => {
    const named = new Map<string, Set<string>>();
    for (const { path, code } of in_('api/src/').filter(({ path }) => path.endsWith('store.ts'))) {
      for (const table of tablesIn(code)) {
        named.set(table, (named.get(table) ?? new Set()).add(path.split('/')[2]!));
      }
    }
    expect(tables).toContain('customer');
    const shared = [...named].filter(([, folders]) => folders.size > 1);
    expect(shared.map(([table, folders]) => `${table}: ${[...folders].join(', ')}`)).toEqual([]);
  });

  test('the storefront asks the API in one place', () => {
    const mayFetch = /^storefront\/(app\/api\.ts|service-worker(\.ts|\/))/;
    expect(
      offendersIn(
        in_('storefront/').filter(({ path }) => !mayFetch.test(path)),
        /(?<![.\w])fetch\(/g,
      ),
    ).toEqual([]);
  });

  test('what is told of a refusal is found in one place', () => {
    const told = offendersIn(in_('storefront/app/'), /`problem\.\$\{/g);
    expect(told).toEqual(['storefront/app/refusal-notice.ts: `problem.${']);
  });
});

describe('Money is whole numbers, and one file rounds it (spec D16)', () => {
  const homesOfMoney = () => product.filter(({ path }) => /^(core|api|storefront)\//.test(path));
  // `format.ts` writes an amount for readers; nothing reads a number back from it.
  const mayRound = new Set(['core/src/money.ts', 'core/src/pricing/format.ts']);

  test('no file that prices something rounds by itself', () => {
    const pricing = homesOfMoney().filter(
      ({ path, imports }) =>
        !mayRound.has(path) &&
        [path, ...imports.map(({ to }) => to)].some((to) => /\/(money|pricing\/)/.test(to)),
    );
    expect(pricing.length).toBeGreaterThan(10);
    // Counting pieces may round; what is named as money may not.
    const rounding =
      /\bMath\.(round|floor|ceil|trunc)\([^;]*?(price|[cC]ents|[aA]mount|_tax|\bnet\b|\bincl)|\.to(Fixed|Precision)\(|\bparseFloat\(/g;
    expect(offendersIn(pricing, rounding)).toEqual([]);
  });

  test('nothing calculates with a decimal of the wire, or multiplies whole money itself', () => {
    const others = homesOfMoney().filter(({ path }) => path !== 'core/src/money.ts');
    const decimal = String.raw`(\w+_)?price_incl_tax|(\w+_)?price_tax|(special|final|original)_price`;
    const whole = String.raw`\w*[cC]ents|net|incl|inclTax`;
    const calculates = new RegExp(
      String.raw`\b(${decimal})\)? [-+*/%]=? |[\w)\]] [-+*/%]=? \(?([\w?]+\.)*(${decimal})\b|\b(${whole})\)? [*/%]=? |[\w)\]] [*/%]=? \(?([\w?]+\.)*(${whole})\b`,
      'g',
    );
    expect('2 * product.final_price_incl_tax; 3').toMatch(calculates);
    expect('cents * 3; original_price - 1').toMatch(calculates);
    expect('cents - off; (price) => price; <Price of={price} />').not.toMatch(calculates);
    expect(offendersIn(others, calculates)).toEqual([]);
  });
});

describe('Migrations', () => {
  // Those before were applied with the shop ended.
  const before = 13;

  test('each says in its first line whether older code goes on beside it, and what goes on is not broken (ADR-028)', async () => {
    const migrations = (await readMigrations()).filter(({ number }) => number > before);
    const silent = migrations.filter(
      ({ text }) => !/^-- old code: (survives( from \d{3})?|must stop)\n/.test(text),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    const breaking = migrations
      .filter(({ survivesFrom }) => survivesFrom === 0)
      .flatMap(({ name, text }) => breakingStatements(text).map((said) => `${name} ${said}`));
    expect(breaking).toEqual([]);
  });
});

describe('Attacks', () => {
  test('every threat has a test that names it, where `npm run security` looks for one', () => {
    const untried = Object.keys(threats).filter((threat) => filesAbout(sources, [threat]).length === 0);
    expect(untried).toEqual([]);
  });
});

describe('Pages to read', () => {
  test('every link to a file of ours leads somewhere', () => {
    const broken = globSync(['*.md', 'docs/**/*.md'], { cwd: import.meta.dirname }).flatMap((page) => {
      const links = readFileSync(join(import.meta.dirname, page), 'utf8').matchAll(
        /\]\((?!https?:)([^)#]+)/g,
      );
      return [...links]
        .filter(([, to]) => !existsSync(join(import.meta.dirname, dirname(page), to!)))
        .map(([, to]) => `${page}: ${to}`);
    });
    expect(broken).toEqual([]);
  });
});

describe('Settings', () => {
  test('every setting of the operator is read somewhere', () => {
    const readers = product.filter(({ path }) => path !== 'api/src/config.ts').map(({ code }) => code);
    const unread = Object.keys(variables).filter(
      (name) =>
        !readers.some((code) =>
          new RegExp(`\\bconfig\\.${name}\\b|\\b${name}\\b[^=]*\\} = (config|readConfig)`).test(code),
        ),
    );
    expect(unread).toEqual([]);
  });
});

describe('Files', () => {
  test('core does no input or output and reads no clock', () => {
    const outside =
      /from 'node:[^']*'|\bDate\.now\(|new Date\(\)|\bperformance\.now\(|(?<![.\w])fetch\(|\bprocess\.|Math\.random\(|\bset(Timeout|Interval)\(/g;
    expect(offendersIn(in_('core/src/'), outside)).toEqual([]);
  });

  test('no name says nothing', () => {
    const empty = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/;
    expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([]);
  });

  test('no file only passes on what others export', () => {
    const forwards = ({ code }: Source) =>
      code
        .replace(/^\s*(import|export)[^;]*?from\s*['"][^'"]+['"];?/gm, '')
        .replace(/^\s*export\s*\{[^}]*\};?/gm, '')
        .trim() === '' && /\bexport\b/.test(code);
    expect(product.filter(forwards).map(({ path }) => path)).toEqual([]);
  });

  test('a file is a sentence: at most 300 lines, unless it is nothing but data', () => {
    const long = product
      .filter(({ code }) => /=>|\bfunction\b/.test(code))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(long.filter(({ lines }) => lines > 300)).toEqual([]);
  });
});

const tables = tablesOf(product.filter(({ path }) => /^api\/src\/(db|\w+\/tables)\.ts$/.test(path)));

const homes = ['core', 'api', 'storefront', 'sandbox', 'e2e', 'bench', 'attacks'];

function homeOf(path: string): string {
  return path.split('/')[0]!;
}

function in_(folder: string): Source[] {
  return product.filter(({ path }) => path.startsWith(folder));
}

function isPage(path: string): boolean {
  return /-page\.tsx$/.test(path) || path === 'storefront/app/root.tsx';
}

function nounOf(home: string, path: string): string | undefined {
  const folder = path.startsWith(home) ? path.slice(home.length).split('/')[0] : undefined;
  return nouns.find((noun) => noun === folder);
}

const rank = (home: string, path: string) => nouns.indexOf(nounOf(home, path) ?? '');

interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

function ourImports(from: readonly Source[]): Edge[] {
  return from.flatMap(({ path, imports }) => imports.map((edge) => ({ from: path, ...edge })));
}

const arrow = ({ from, to }: Edge) => `${from} → ${to}`;

/** Every match of a forbidden pattern, as `file: what was found`. */
function offendersIn(files: readonly Source[], forbidden: RegExp): string[] {
  return files.flatMap(({ path, code }) =>
    [...code.matchAll(forbidden)].map(([found]) => `${path}: ${found}`),
  );
}

/** The circles of imports that exist while the program runs, each once. */
function circles(): string[] {
  const next = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (done.has(path) || way.includes(path)) return;
    for (const to of next.get(path) ?? []) visit(to, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

/** The tables of the schema that a store names, in Kysely's calls or in raw SQL. */
function tablesIn(code: string): string[] {
  return tables.filter((table) =>
    new RegExp(
      `(From|Into|updateTable|Join)\\(\\s*'${table}\\b|\\b(from|join|into|update|table)\\s+${table}\\b`,
    ).test(code),
  );
}

/** Every table by its name, from the types of the schema. */
function tablesOf(files: readonly Source[]): string[] {
  const bodies = files.flatMap(({ text }) => [
    ...text.matchAll(/^export interface \w*Tables\b[^{]*\{(.*?)^\}/gms),
  ]);
  return bodies.flatMap(([, body]) => [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!));
}
