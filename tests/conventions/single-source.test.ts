import { describe, expect, test } from 'vitest';
import { matchesIn, product, productIn } from './source-graph.ts';

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
    const mayFetch = /^storefront\/(app\/api-client\.ts|service-worker\/)/;
    const files = productIn('storefront/').filter(({ path }) => !mayFetch.test(path));
    expect(matchesIn(files, /(?<![.\w])fetch\(/g)).toEqual([]);
  });

  test('the message of a problem is looked up in one file', () => {
    expect(matchesIn(productIn('storefront/app/'), /`problem\.\$\{/g)).toHaveLength(1);
  });
});

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
