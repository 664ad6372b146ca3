import type { Plugin } from 'vite';

const empty = '\0typebox';
const described = /core\/src\/([a-z]+\/contract|problem|endpoint)\.ts$/;

/** What of a contract only the API reads, and a problem's English sentence: pages have it in every language. */
const forTheServer = new Set([
  ...['summary', 'sentence', 'params', 'query', 'body', 'result', 'problems'],
  ...['media', 'notModified', 'refusal'],
]);

/** As much of a syntax tree as is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/**
 * Leaves schemas out of the browser's build. A contract's method, path and types are needed there, its
 * schemas are not: only the API checks input. A contract that no page calls is left out whole.
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
        const tree = this.parse(code, { lang: 'ts' }) as unknown as Node;
        return { code: replaced(code, piecesOf(tree)), map: null };
      },
    },
  };
}

/** A piece of the source, and what stands in its place. */
type Piece = { start: number; end: number; instead: string };

/** Schemas, the properties that carry them, and a mark on every call that may be dropped when nobody reads it. */
function piecesOf(node: Node): Piece[] {
  if (isCallOf(node, 'Type')) return [{ start: node.start, end: node.end, instead: 'undefined' }];
  if (node.type === 'Property' && forTheServer.has(nameOf(node.key))) {
    return [{ start: node.start, end: node.end, instead: '' }];
  }
  const below = childrenOf(node).flatMap(piecesOf);
  const pure = { start: node.start, end: node.start, instead: '/* @__PURE__ */ ' };
  return isCallOf(node, 'endpoint') ? [pure, ...below] : below;
}

/** `endpoint(…)` or `Type.Object(…)`. */
function isCallOf({ type, callee }: Node, name: string): boolean {
  if (type !== 'CallExpression') return false;
  const called = callee as Node;
  return nameOf(called.type === 'MemberExpression' ? called.object : called) === name;
}

const nameOf = (node: unknown) => String((node as Node).name ?? '');

function childrenOf(node: Node): Node[] {
  const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string';
  return Object.values(node).flat().filter(isNode);
}

/** Where nothing takes a piece's place, the comma after it goes too. */
function replaced(code: string, pieces: readonly Piece[]): string {
  const later = pieces.toSorted((one, other) => other.start - one.start);
  return later.reduce((text, { start, end, instead }) => {
    const after = text.slice(end);
    return text.slice(0, start) + instead + (instead ? after : after.replace(/^\s*,/, ''));
  }, code);
}
