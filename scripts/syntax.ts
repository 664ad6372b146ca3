import { parseSync } from 'vite';
import type { Source } from './sources.ts';

/** A node of the syntax tree, as the parser of Vite returns it (ESTree with TypeScript). */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const trees = new Map<string, SyntaxNode>();

/** The syntax tree of a file, parsed once. */
export function treeOf({ path, text }: Source): SyntaxNode {
  const known = trees.get(path);
  if (known) return known;
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const tree = program as unknown as SyntaxNode;
  trees.set(path, tree);
  return tree;
}

/** Calls a function for every node of a tree, parents first. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent?: SyntaxNode) => void,
  parent?: SyntaxNode,
): void {
  visit(node, parent);
  for (const child of childrenOf(node)) walk(child, visit, node);
}

/** The nodes directly below a node. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const value of Object.values(node)) {
    if (isNode(value)) children.push(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) children.push(item);
  }
  return children;
}

/** The line of a position, from 1. */
export const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** The names that a file declares: variables, parameters, functions, classes, types, and members of types and classes. */
export function declaredNames(tree: SyntaxNode): { name: string; start: number }[] {
  const names: { name: string; start: number }[] = [];
  const add = (node: unknown) => {
    for (const target of targetsOf(node)) names.push({ name: String(target.name), start: target.start });
  };
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator') add(node.id);
    if (
      /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSFunctionType|TSMethodSignature|TSDeclareFunction)$/.test(
        node.type,
      )
    ) {
      add(node.id);
      for (const parameter of (node.params as unknown[] | undefined) ?? []) add(parameter);
    }
    if (
      /^(ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration|TSEnumDeclaration)$/.test(node.type)
    )
      add(node.id);
    if (
      /^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type) &&
      !node.computed
    )
      add(node.key);
    if (node.type === 'CatchClause') add(node.param);
  });
  return names;
}

/** The identifiers that a pattern binds. */
function targetsOf(node: unknown): SyntaxNode[] {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return [node];
  if (node.type === 'ObjectPattern')
    return (node.properties as SyntaxNode[]).flatMap((property) => targetsOf(property.value ?? property));
  if (node.type === 'ArrayPattern') return (node.elements as unknown[]).flatMap(targetsOf);
  if (node.type === 'AssignmentPattern') return targetsOf(node.left);
  if (node.type === 'RestElement') return targetsOf(node.argument);
  if (node.type === 'TSParameterProperty') return targetsOf(node.parameter);
  return [];
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}
