import { describe, expect, test } from 'vitest';
import { type SyntaxNode, treeOf } from '../../scripts/syntax.ts';
import { homeOf, product } from './source-graph.ts';

const workspaces = ['core', 'api', 'storefront', 'sandbox', 'artwork'];

describe('Exports', () => {
  test('an exported type name exists once in a workspace', () => {
    const places = new Map<string, string[]>();
    for (const source of product.filter(({ path }) => workspaces.includes(homeOf(path)))) {
      for (const name of exportedTypes(treeOf(source))) {
        const key = `${homeOf(source.path)} ${name}`;
        places.set(key, [...(places.get(key) ?? []), source.path]);
      }
    }
    const repeated = [...places].filter(([, paths]) => paths.length > 1).map(([key]) => key);
    expect(repeated).toEqual([]);
  });
});

/** The names of the types and interfaces that a file exports itself. */
function exportedTypes(tree: SyntaxNode): string[] {
  return (tree.body as SyntaxNode[]).flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as SyntaxNode | null) : null;
    const isType = declaration && /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type);
    return isType ? [(declaration.id as SyntaxNode).name as string] : [];
  });
}
