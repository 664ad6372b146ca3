import { describe, expect, test } from 'vitest';
import { isNode, type SyntaxNode, treeOf, walk } from '../../scripts/syntax.ts';
import { arrow, importsOf, matchesIn, product, productIn } from './source-graph.ts';

describe('Single source', () => {
  test('the path of an API call is written in its contract only', () => {
    const files = product.filter(
      ({ path }) => /^(core|api|storefront|server)\//.test(path) && !path.endsWith('/contract.ts'),
    );
    expect(matchesIn(files, /['"`]\/(api|img)\/[^'"`]*/g)).toEqual([]);
  });

  test('SQL is written in stores only', () => {
    const allowed = /(store\.ts|^api\/src\/db\.ts|^api\/src\/platform\/database\/.*)$/;
    const sql = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bclient\.query\(/g;
    expect(
      matchesIn(
        productIn('api/src/').filter(({ path }) => !allowed.test(path)),
        sql,
      ),
    ).toEqual([]);
  });

  test('a table is named in the stores of one domain', () => {
    const users = new Map<string, Set<string>>();
    for (const { path, code } of productIn('api/src/').filter(({ path }) => path.endsWith('store.ts'))) {
      for (const table of tablesIn(code))
        users.set(table, (users.get(table) ?? new Set()).add(domainOf(path)));
    }
    expect(tables).toContain('customer');
    const shared = [...users].filter(([, domains]) => domains.size > 1);
    expect(shared.map(([table, domains]) => `${table}: ${[...domains].join(', ')}`)).toEqual([]);
  });

  test('the storefront calls the API in one file', () => {
    // The worker requests pages and files; an outdated page asks for a document.
    const mayFetch =
      /^storefront\/(app\/api-client\.ts|app\/platform\/updates\/shop-update\.ts|service-worker\/)/;
    const files = productIn('storefront/').filter(({ path }) => !mayFetch.test(path));
    expect(matchesIn(files, /(?<![.\w])fetch\(/g)).toEqual([]);
  });

  test('the storefront uses the storage of the browser in one folder', () => {
    const files = productIn('storefront/').filter(
      ({ path }) => !path.startsWith('storefront/app/platform/storage/'),
    );
    const storage = /\b(localStorage|sessionStorage|indexedDB|BroadcastChannel)\b/g;
    expect(matchesIn(files, storage)).toEqual([]);
    const libraryUses = importsOf(files).filter(({ to, typeOnly }) => to === 'idb' && !typeOnly);
    expect(libraryUses.map(arrow)).toEqual([]);
  });

  test('the storefront collects listeners in one file', () => {
    const collections = productIn('storefront/')
      .filter(({ path }) => path !== 'storefront/app/platform/state/store.ts')
      .flatMap((source) => functionCollections(treeOf(source)).map((name) => `${source.path} ${name}`));
    expect(collections.filter((place) => !(place in otherCollections))).toEqual([]);
    expect(Object.keys(otherCollections).filter((place) => !collections.includes(place))).toEqual([]);
  });

  test('the message of a problem is looked up in one file', () => {
    expect(matchesIn(productIn('storefront/app/'), /`problem\.\$\{/g)).toHaveLength(1);
  });
});

/** Collections of functions that are no listeners, each with its reason. */
const otherCollections: Readonly<Record<string, string>> = {
  'storefront/app/payments/components/oppwa-widget.tsx ends': 'each is called once, at the end',
  'storefront/app/platform/session/session-events.ts collected': 'one question, asked of each in turn',
  'storefront/app/shell/account/account-list-sync.lazy.ts stops': 'each is called once, at the end',
};

/** The variables and members of a file that are declared as a set, map or list of functions. */
function functionCollections(tree: SyntaxNode): string[] {
  const aliases = new Set<unknown>();
  walk(tree, (node) => {
    if (node.type === 'TSTypeAliasDeclaration' && isFunctionType(node.typeAnnotation, aliases))
      aliases.add((node.id as SyntaxNode).name);
  });
  const names: string[] = [];
  walk(tree, (node) => {
    if (!/^(VariableDeclarator|PropertyDefinition)$/.test(node.type)) return;
    const target = (node.id ?? node.key) as SyntaxNode;
    const annotation = (target.typeAnnotation ?? node.typeAnnotation) as SyntaxNode | undefined;
    const value = node.value ?? node.init;
    const isMade = isNode(value) && value.type === 'NewExpression' && isCollectionOfFunctions(value, aliases);
    if (isMade || isCollectionOfFunctions(annotation?.typeAnnotation, aliases))
      names.push(String(target.name));
  });
  return names;
}

/** Whether a type, or an expression with type arguments, is a collection whose items are functions. */
function isCollectionOfFunctions(node: unknown, aliases: ReadonlySet<unknown>): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'TSTypeOperator') return isCollectionOfFunctions(node.typeAnnotation, aliases);
  if (node.type === 'TSArrayType') return isFunctionType(node.elementType, aliases);
  const { name } = (node.typeName ?? node.callee ?? {}) as { name?: string };
  const { params = [] } = (node.typeArguments ?? {}) as { params?: unknown[] };
  return /^(Readonly)?(Set|Map|Array)$/.test(name ?? '') && isFunctionType(params.at(-1), aliases);
}

function isFunctionType(node: unknown, aliases: ReadonlySet<unknown>): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'TSParenthesizedType') return isFunctionType(node.typeAnnotation, aliases);
  return node.type === 'TSFunctionType' || aliases.has((node.typeName as SyntaxNode | undefined)?.name);
}

const tables = tablesOf(
  productIn('api/src/').filter(({ path }) => /^api\/src\/(db|schema\/[\w-]+)\.ts$/.test(path)),
);

/** `orders` for a store of that domain, `platform/mail` for one of the platform. */
function domainOf(path: string): string {
  const [, , first, second] = path.split('/');
  return first === 'platform' ? `platform/${second}` : first!;
}

/** The tables that a store names, in Kysely's calls or in raw SQL. */
function tablesIn(code: string): string[] {
  return tables.filter((table) =>
    new RegExp(
      `(From|Into|updateTable|Join)\\(\\s*'${table}\\b|\\b(from|join|into|update|table)\\s+${table}\\b`,
    ).test(code),
  );
}

/** The names of all tables, from the types of the schema. */
function tablesOf(files: readonly { text: string }[]): string[] {
  const bodies = files.flatMap(({ text }) => [
    ...text.matchAll(/^export interface \w*Tables\b[^{]*\{(.*?)^\}/gms),
  ]);
  return bodies.flatMap(([, body]) => [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!));
}
