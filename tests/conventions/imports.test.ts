import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ranks } from './ranks.ts';
import {
  arrow,
  type Edge,
  homeOf,
  homes,
  importsOf,
  isPage,
  isTestCode,
  matchesIn,
  product,
  productIn,
  rankOf,
  sources,
} from './source-graph.ts';

describe('Imports between workspaces', () => {
  test('follow api → core ← storefront; the sandbox and the artwork import no other workspace', () => {
    const allowed: Record<string, string[]> = {
      core: ['core'],
      artwork: ['artwork'],
      sandbox: ['sandbox'],
      api: ['core', 'artwork', 'api'],
      storefront: ['core', 'storefront'],
      server: ['core', 'api', 'storefront', 'sandbox', 'scripts', 'server'],
    };
    const offences = importsOf(product).filter(({ from, to }) => {
      const targets = allowed[homeOf(from)];
      return targets && homes.includes(homeOf(to)) && !targets.includes(homeOf(to));
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('the server imports the build script and no other script', () => {
    const offences = importsOf(productIn('server/')).filter(
      ({ to }) => homeOf(to) === 'scripts' && to !== 'scripts/build.ts',
    );
    expect(offences.map(arrow)).toEqual([]);
  });

  test('product code imports no test code and no test runner', () => {
    const files = product.filter(({ path }) => !/^(scripts|bench)\//.test(path));
    const offences = importsOf(files).filter(({ to }) => isTestCode(to) || to === 'vitest');
    expect(offences.map(arrow)).toEqual([]);
  });

  test('browser tests know the shop from outside', () => {
    const inside = /^(api\/src\/|storefront\/(app|server)\/)(?!.*\/testing\/)/;
    const tests = sources.filter(
      ({ path }) => path.startsWith('tests/e2e/specs/') || path.startsWith('tests/e2e/pages/'),
    );
    expect(
      importsOf(tests)
        .filter(({ to }) => inside.test(to))
        .map(arrow),
    ).toEqual([]);
  });
});

describe('Imports between folders', () => {
  test('every folder of core, api and storefront has a rank', () => {
    const unranked = product.filter(({ path }) => rankOf(path)?.index === -1);
    expect(unranked.map(({ path }) => path)).toEqual([]);
  });

  test('every rank belongs to a folder or file that exists', () => {
    const used = new Set(
      product.map(({ path }) => rankOf(path)).map((rank) => rank && `${rank.workspace}/${rank.entry}`),
    );
    const all = Object.entries(ranks).flatMap(([workspace, entries]) =>
      entries.map((entry) => `${workspace}/${entry}`),
    );
    expect(all.filter((entry) => !used.has(entry))).toEqual([]);
  });

  test.each(Object.keys(ranks))('a folder of %s imports only from folders before it', (workspace) => {
    expect(edgesAgainstRank(workspace)).toEqual([]);
  });

  test('the graph of folders has no cycle', () => {
    expect(folderCycles()).toEqual([]);
  });

  test('files do not import each other in a cycle, nor through types', () => {
    expect(cyclesOf(importsOf(sources).map(({ from, to }) => [from, to]))).toEqual([]);
  });

  test('state of a storefront domain does not import its components', () => {
    const offences = importsOf(productIn('storefront/app/')).filter(
      ({ from, to }) =>
        /\/state\//.test(from) &&
        to.startsWith(`${from.slice(0, from.indexOf('/state/'))}/components/`) &&
        !/(-loader|\.lazy)\.tsx?$/.test(to),
    );
    expect(offences.map(arrow)).toEqual([]);
  });

  test('only the route table imports a page', () => {
    const offences = importsOf(productIn('storefront/')).filter(
      ({ from, to }) => isPage(to) && from !== 'storefront/app/routes.ts',
    );
    expect(offences.map(arrow)).toEqual([]);
  });

  test('ui components import no domain of the storefront', () => {
    const offences = importsOf(productIn('storefront/app/ui/')).filter(
      ({ to }) => to.startsWith('storefront/app/') && !/^storefront\/app\/(ui|platform|paths\.ts)/.test(to),
    );
    expect(offences.map(arrow)).toEqual([]);
  });
});

describe('Layers of an API domain', () => {
  test('imports follow routes → service → store and skip no layer', () => {
    const layers = ['store', 'service', 'routes'];
    const layerOf = (path: string) => layers.indexOf(basename(path, '.ts').replace(/^.+-/, ''));
    const offences = importsOf(productIn('api/src/')).filter(({ from, to }) => {
      if (!domainOf(from) || domainOf(from) !== domainOf(to)) return false;
      const [above, below] = [layerOf(from), layerOf(to)];
      return below > above && above >= 0 ? true : above === 2 && below === 0;
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('a domain uses neither the routes nor the writing stores of another', () => {
    const offences = importsOf(productIn('api/src/')).filter(({ from, to }) => {
      const [source, target] = [domainOf(from), domainOf(to)];
      const hidden = /\/(routes|store|[\w-]*(?<!read)-store)\.ts$/.test(to);
      return source && target && source !== target && hidden;
    });
    expect(offences.map(arrow)).toEqual([]);
  });

  test('OpenTelemetry is loaded only when traces are on (ADR-029)', () => {
    const untraced = product.filter(
      ({ path }) => !/^api\/src\/platform\/observability\/(request-)?tracing\.ts$/.test(path),
    );
    expect(matchesIn(untraced, /^import (?!type\b).*'(@opentelemetry\/.*|.*\/tracing\.ts)';/gm)).toEqual([]);
  });
});

/** The domains of the API whose layers are checked: all folders of api/src but platform, config, schema and the command line. */
function domainOf(path: string): string | undefined {
  const domain = /^api\/src\/([\w-]+)\//.exec(path)?.[1];
  return domain && !['platform', 'config', 'schema', 'cli', 'operations'].includes(domain)
    ? domain
    : undefined;
}

function edgesAgainstRank(workspace: string): string[] {
  return importsOf(productIn(`${workspace}/`))
    .filter(({ from, to }) => {
      const [a, b] = [rankOf(from), rankOf(to)];
      return (
        a && b && a.workspace === b.workspace && !isTestCode(to) && b.index > a.index && !isEntryToPage(from)
      );
    })
    .map(arrow);
}

/** The route table names pages; React Router loads them. */
const isEntryToPage = (path: string) => path === 'storefront/app/routes.ts';

function folderCycles(): string[] {
  const edges = importsOf(product).flatMap(({ from, to }: Edge): [string, string][] => {
    const [a, b] = [rankOf(from), rankOf(to)];
    if (!a || !b || isTestCode(to)) return [];
    const [x, y] = [`${a.workspace}/${a.entry}`, `${b.workspace}/${b.entry}`];
    return x === y ? [] : [[x, y]];
  });
  return cyclesOf(edges);
}

/** The cycles of a graph, each once, as `a → b → a`. */
function cyclesOf(edges: readonly [string, string][]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const to of next.get(node) ?? []) visit(to, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}
