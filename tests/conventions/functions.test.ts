import { describe, expect, test } from 'vitest';
import { childrenOf, lineOf, type SyntaxNode, treeOf, walk } from '../../scripts/syntax.ts';
import { homeOf, product } from './source-graph.ts';

const maxParameters = 4;
const maxLines = 80;

interface FunctionInfo {
  place: string;
  lines: number;
  parameters: number;
}

const functions: FunctionInfo[] = product
  .filter(({ path }) => /^(core|api|storefront|sandbox|server)$/.test(homeOf(path)))
  .flatMap((source) => {
    const infos: FunctionInfo[] = [];
    walk(treeOf(source), (node, parent) => {
      if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) || !node.body)
        return;
      const name = nameOf(node, parent);
      if (!name) return;
      const lines = linesOf(source.text, node) - nestedLinesOf(source.text, node);
      infos.push({ place: `${source.path} ${name}`, lines, parameters: (node.params as unknown[]).length });
    });
    return infos;
  });

describe('Functions', () => {
  test(`have at most ${maxParameters} positional parameters`, () => {
    const wide = functions
      .filter(({ place, parameters }) => parameters > maxParameters && !place.startsWith('sandbox/'))
      .map(({ place }) => place);
    expect(wide.filter((place) => !manyParameters.has(place))).toEqual([]);
    expect([...manyParameters].filter((place) => !wide.includes(place))).toEqual([]);
  });

  test(`have at most ${maxLines} lines`, () => {
    expect(functions.filter(({ lines }) => lines > maxLines).map(({ place }) => place)).toEqual([]);
  });
});

function linesOf(text: string, { start, end }: SyntaxNode): number {
  return lineOf(text, end) - lineOf(text, start) + 1;
}

/** The lines of the functions that a function declares, as closures or methods; they are measured by themselves. */
function nestedLinesOf(text: string, outer: SyntaxNode): number {
  let lines = 0;
  const visit = (node: SyntaxNode): void => {
    for (const child of childrenOf(node)) {
      const isDeclared =
        child.type === 'FunctionDeclaration' ||
        (child.type === 'Property' && isFunction(child.value as SyntaxNode));
      if (isDeclared) lines += linesOf(text, child);
      else visit(child);
    }
  };
  visit(outer);
  return lines;
}

function isFunction({ type }: SyntaxNode): boolean {
  return /^(FunctionExpression|ArrowFunctionExpression)$/.test(type);
}

/** The name of a function: its own, or that of the variable or member it is assigned to. */
function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const target = (node.id ??
    (parent && /^(VariableDeclarator)$/.test(parent.type) ? parent.id : (parent?.key as unknown))) as
    | SyntaxNode
    | undefined;
  return target?.name as string | undefined;
}

/** Functions with more parameters, because a framework calls them. */
const manyParameters = new Set<string>(['storefront/app/entry.server.tsx handleRequest']);
