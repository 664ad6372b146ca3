import { describe, expect, test } from 'vitest';
import { childrenOf, lineOf, type SyntaxNode, treeOf, walk } from '../../scripts/syntax.ts';
import { homeOf, product } from './source-graph.ts';

describe('Types', () => {
  test('a cast or non-null assertion carries its reason', () => {
    const places = product
      .filter(({ path }) => /^(core|api|storefront|server)$/.test(homeOf(path)))
      .flatMap((source) => assertionsWithoutReason(source.path, source.text, treeOf(source)));
    expect(places).toEqual([]);
  });

  test.each([
    ['casts', 'TSAsExpression'],
    ['non-null assertions', 'TSNonNullExpression'],
  ])('there are at most 2.5 %s per 1,000 lines', (_, type) => {
    const files = product.filter(({ path }) => !/^(scripts|tests|bench)$/.test(homeOf(path)));
    let count = 0;
    for (const source of files)
      walk(treeOf(source), (node) => {
        if (node.type === type && isAssertion(node)) count++;
      });
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect((count / lines) * 1000).toBeLessThanOrEqual(2.5);
  });
});

/**
 * The assertions of a file without a reason: a comment in their own line, in their statement's first line or above
 * it. A file of index arithmetic gives one reason for all of them, in a line that starts with `// Assertions:`.
 */
function assertionsWithoutReason(path: string, text: string, tree: SyntaxNode): string[] {
  if (/^\/\/ Assertions: \S/m.test(text)) return [];
  const lines = text.split('\n');
  const isExplained = (line: number) =>
    /(^|\s)\/\/ \S/.test(lines[line - 1] ?? '') || /^\s*(\/\/|\/?\*)/.test(lines[line - 2] ?? '');
  const places: string[] = [];
  const visit = (node: SyntaxNode, statement: SyntaxNode, inAssertion = false): void => {
    const nearest = /(Statement|Declaration|Definition|Property|Element)$/.test(node.type) ? node : statement;
    const isReported = isAssertion(node) && !inAssertion;
    if (isReported && ![node.start, nearest.start].some((position) => isExplained(lineOf(text, position))))
      places.push(`${path}:${lineOf(text, node.start)} ${text.slice(node.start, node.end).slice(0, 90)}`);
    for (const child of childrenOf(node)) visit(child, nearest, isAssertion(node));
  };
  visit(tree, tree);
  return places;
}

/** Whether a node is `x!` or `x as T`; `as const` asserts nothing. */
function isAssertion(node: SyntaxNode): boolean {
  if (node.type === 'TSNonNullExpression') return true;
  if (node.type !== 'TSAsExpression') return false;
  const { type, typeName } = node.typeAnnotation as SyntaxNode & { typeName?: SyntaxNode };
  return !(type === 'TSTypeReference' && typeName?.name === 'const');
}
