import { describe, expect, test } from 'vitest';
import { type SyntaxNode, treeOf } from '../../scripts/syntax.ts';
import { homeOf, product } from './source-graph.ts';

const workspaces = ['core', 'api', 'storefront', 'sandbox', 'artwork'];

/** Two builds of one function, a function of a domain, and a value that the server build passes on. */
const repeatable = ['core decodeHtmlEntities', 'api countPastOrders', 'storefront lateParts'];
/** The exports of a route module, which React Router names. */
const ofRoutes = /^storefront (ErrorBoundary|action|clientLoader|headers|loader|meta|shouldRevalidate)$/;

/** Files whose exports are named by the framework, or are many of equal rank. */
const hasItsOwnRule = /(routes?|contract|config|root)\.tsx?$|-page\.tsx$|entry\.|\/migrations\//;

describe('Exports', () => {
  test('an exported type name exists once in a workspace', () => {
    expect(repeatedNames(exportedTypes)).toEqual([]);
  });

  test('the name of an exported value exists once in a workspace', () => {
    const repeated = repeatedNames(exportedValues);
    expect(repeated.filter((key) => !repeatable.includes(key) && !ofRoutes.test(key))).toEqual([]);
  });

  test('a file shares a word with one of its exports, with at most 25 exceptions', () => {
    const places = product
      .filter(({ path }) => /^(core|api|storefront|server)\//.test(path) && !hasItsOwnRule.test(path))
      .flatMap(({ path, ...source }) => {
        const names = exportedValues(treeOf({ path, ...source }));
        const isNamed =
          names.length === 0 || names.length > 3 || names.some((name) => isNamedAfter(path, name));
        return isNamed ? [] : [`${path}: ${names.join(', ')}`];
      });
    expect(places.length, places.join('\n')).toBeLessThanOrEqual(25);
  });
});

/** Each name that several files of one workspace export, with its workspace. */
function repeatedNames(namesIn: (tree: SyntaxNode) => string[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const source of product.filter(({ path }) => workspaces.includes(homeOf(path)))) {
    for (const name of namesIn(treeOf(source))) {
      const key = `${homeOf(source.path)} ${name}`;
      places.set(key, (places.get(key) ?? new Set()).add(source.path));
    }
  }
  return [...places].filter(([, paths]) => paths.size > 1).map(([key]) => key);
}

/** Whether the name of a file contains a word of the export, in any form of the word: «lines», `lineOf`. */
function isNamedAfter(path: string, name: string): boolean {
  const file = path.split('/').at(-1)!.replaceAll('-', '').toLowerCase();
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  return words.some((word) => word.length > 2 && file.includes(word.slice(0, Math.max(3, word.length - 3))));
}

/** The names of the functions, classes and constants that a file exports itself. */
function exportedValues(tree: SyntaxNode): string[] {
  return exportedDeclarations(tree).flatMap((declaration) => {
    if (/^(Function|Class)Declaration$/.test(declaration.type)) return [nameOf(declaration)];
    if (declaration.type !== 'VariableDeclaration') return [];
    return (declaration.declarations as SyntaxNode[]).flatMap((each) =>
      (each.id as SyntaxNode).type === 'Identifier' ? [nameOf(each)] : [],
    );
  });
}

/** The names of the types and interfaces that a file exports itself. */
const exportedTypes = (tree: SyntaxNode): string[] =>
  exportedDeclarations(tree)
    .filter(({ type }) => /^TS(Interface|TypeAlias)Declaration$/.test(type))
    .map(nameOf);

const nameOf = ({ id }: SyntaxNode): string => (id as SyntaxNode).name as string;

const exportedDeclarations = (tree: SyntaxNode): SyntaxNode[] =>
  (tree.body as SyntaxNode[]).flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as SyntaxNode | null) : null;
    return declaration ? [declaration] : [];
  });
