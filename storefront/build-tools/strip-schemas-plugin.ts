import type { Plugin } from 'vite';

const empty = '\0typebox';
const described = /core\/src\/([a-z]+\/contract|problem|endpoint)\.ts$/;

/**
 * Contract properties that only the API reads, and the English sentence of a problem, which pages have in
 * every language.
 */
const forTheServer = new Set([
  ...['summary', 'sentence', 'params', 'query', 'body', 'result', 'problems'],
  ...['media', 'notModified', 'refusal'],
]);

/** The part of a syntax tree node used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * Removes schemas from the browser's build. Pages need a contract's method, path and types, but only the
 * API validates input. A contract that no page calls is removed completely.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'fynbos-without-schemas',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: { filter: { id: /^typebox$/ }, handler: () => empty },
    load: {
      filter: { id: /^\0typebox$/ },
      handler: () => 'export const Type = new Proxy({}, { get: () => () => ({}) });',
    },
    transform: {
      filter: { id: described },
      handler(code) {
        // The bundler has a type for each kind of node; `Node` has the parts read here.
        const tree = this.parse(code, { lang: 'ts' }) as unknown as Node;
        return { code: replaced(code, editsOf(tree)), map: null };
      },
    },
  };
}

/** A range of the source and its replacement. */
type SourceEdit = { start: number; end: number; instead: string };

/**
 * Removes schemas and the properties that contain them, and marks calls as pure so that unused ones are
 * dropped.
 */
function editsOf(node: Node): SourceEdit[] {
  if (isCallOf(node, 'Type')) return [{ start: node.start, end: node.end, instead: 'undefined' }];
  if (node.type === 'Property' && forTheServer.has(nameOf(node.key))) {
    return [{ start: node.start, end: node.end, instead: '' }];
  }
  const below = childrenOf(node).flatMap(editsOf);
  const pure = { start: node.start, end: node.start, instead: '/* @__PURE__ */ ' };
  return isCallOf(node, 'endpoint') ? [pure, ...below] : below;
}

/** `endpoint(…)` or `Type.Object(…)`. */
function isCallOf({ type, callee }: Node, name: string): boolean {
  if (type !== 'CallExpression') return false;
  // The callee of a call is a node.
  const called = callee as Node;
  return nameOf(called.type === 'MemberExpression' ? called.object : called) === name;
}

// Only some kinds of node have a name.
const nameOf = (node: unknown) => String((node as Node).name ?? '');

function childrenOf(node: Node): Node[] {
  // Nothing else in the tree has a type.
  const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string';
  return Object.values(node).flat().filter(isNode);
}

/** If a range is removed without replacement, the comma after it is removed too. */
function replaced(code: string, edits: readonly SourceEdit[]): string {
  const later = edits.toSorted((a, b) => b.start - a.start);
  return later.reduce((text, { start, end, instead }) => {
    const after = text.slice(end);
    return text.slice(0, start) + instead + (instead ? after : after.replace(/^\s*,/, ''));
  }, code);
}
