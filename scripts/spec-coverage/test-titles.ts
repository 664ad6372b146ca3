import { readSources, type Source } from '../sources.ts';
import { childrenOf, isNode, type SyntaxNode, treeOf } from '../syntax.ts';

/** A test as its source declares it. */
export interface DeclaredTest {
  path: string;
  /** The titles of its groups and its own; placeholders of `each` and of template literals as written. */
  titles: readonly string[];
  /** Runs only in stress tests. */
  isStress: boolean;
}

/** All tests whose title is a text in a test file, or in a suite that test files call. */
export function readTests(): DeclaredTest[] {
  return readSources()
    .filter(({ path, isTest }) => isTest || path.startsWith('tests/test-kit/'))
    .flatMap(testsOf);
}

export function testsOf(source: Source): DeclaredTest[] {
  const group = { titles: [], isStress: /\.stress\.tsx?$/.test(source.path) };
  return [...testsBelow(treeOf(source), source, group)];
}

type Group = Omit<DeclaredTest, 'path'>;

function* testsBelow(node: SyntaxNode, source: Source, group: Group): Generator<DeclaredTest> {
  const declared = declarationOf(node, source.text);
  if (!declared) {
    for (const child of childrenOf(node)) yield* testsBelow(child, source, group);
    return;
  }
  const { title, isGroup } = declared;
  const inner = { titles: [...group.titles, title], isStress: group.isStress || declared.isStress };
  if (!isGroup) yield { path: source.path, ...inner };
  else for (const child of childrenOf(node)) yield* testsBelow(child, source, inner);
}

/** What a call such as `test('…')`, `describe.each(…)('…')` or `test.describe('…')` declares. */
function declarationOf(node: SyntaxNode, text: string): (Pick<Group, 'isStress'> & Declaration) | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first, ...rest] = node.arguments as SyntaxNode[];
  const name = calledName(node.callee);
  const title = titleOf(first, text);
  if (!name || title === undefined || rest.length === 0) return undefined;
  const options = rest.find(({ type }) => type === 'ObjectExpression');
  const isStress =
    name === 'long' || Boolean(options && text.slice(options.start, options.end).includes('@stress'));
  return { title, isStress, isGroup: name === 'describe' };
}

interface Declaration {
  title: string;
  isGroup: boolean;
}

/** `describe`, `test` or `long` for a call that declares a group or a test. */
function calledName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') {
    const name = String(callee.name);
    return /^(describe|test|long)$/.test(name) ? name : name === 'it' ? 'test' : undefined;
  }
  if (callee.type === 'MemberExpression') {
    const property = isNode(callee.property) ? callee.property.name : undefined;
    if (property === 'describe') return 'describe';
    return /^(each|for|only|concurrent|sequential)$/.test(String(property))
      ? calledName(callee.object)
      : undefined;
  }
  if (callee.type === 'CallExpression') return calledName(callee.callee);
  return callee.type === 'TaggedTemplateExpression' ? calledName(callee.tag) : undefined;
}

function titleOf(node: SyntaxNode | undefined, text: string): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : undefined;
}
