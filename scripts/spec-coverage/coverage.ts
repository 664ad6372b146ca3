import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeclaredTest, readTests } from './test-titles.ts';

/** One behaviour of the specification and what proves it. */
interface Row {
  /** `CART-8` for a promise of features.md; otherwise a row such as `C4.37` or `A4.1-5`. */
  id: string;
  /** What the shop does. A promise has its text in features.md. */
  text?: string;
  /** `path › title`, where the title may be a part that only one test of the file has. */
  tests?: string[];
  /** The decision by which the shop differs from the requirement: `ADR-013` or `spec D33`. */
  decision?: string;
  /** No test proves it yet. */
  open?: true;
}

/** A row with its tests. */
export interface ProvenRow extends Omit<Row, 'tests'> {
  text: string;
  tests: DeclaredTest[];
}

export interface Coverage {
  promises: ProvenRow[];
  rows: ProvenRow[];
  problems: string[];
}

/** The number of open rows. It only shrinks: who closes a row lowers it. */
const openRows = 16;

const project = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const separator = ' › ';

/** Finds the tests of each promise and row, and what is wrong with the list. */
export function findCoverage(
  tests = readTests(),
  listed = JSON.parse(read('docs/spec/rows.json')) as Row[],
): Coverage {
  const texts = readPromises();
  const resolved = listed.map((row) => findTests(row, tests));
  const problems = resolved.flatMap(({ problems }) => problems);
  const byId = new Map(resolved.map(({ row }) => [row.id, row]));
  const promises = [...texts].map(([id, text]) => {
    const cited = tests.filter(({ titles }) => new RegExp(`\\b${id}\\b`).test(titles.join(separator)));
    const row = byId.get(id);
    return { ...row, id, text, tests: [...new Set([...cited, ...(row?.tests ?? [])])] };
  });
  const rows = resolved.map(({ row }) => row).filter(({ id }) => !texts.has(id));
  const all = [...promises, ...rows];
  const ids = listed.map(({ id }) => id);
  problems.push(
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is listed twice.`),
    ...all.flatMap(problemsOf),
  );
  const open = all.filter((row) => row.open).length;
  if (open > openRows) problems.push(`${open} rows are open, and at most ${openRows} may be.`);
  if (open < openRows) problems.push(`Only ${open} rows are open: set openRows in coverage.ts to ${open}.`);
  return { promises, rows, problems };
}

/** The bold ids of features.md with their text. */
function readPromises(): Map<string, string> {
  const entries = read('docs/spec/features.md').matchAll(
    /^- \*\*([A-Z]+-\d+)\*\* ([\s\S]*?)(?=\n- |\n\n|\n?(?![\s\S]))/gm,
  );
  return new Map([...entries].map(([, id, text]) => [id!, text!.replace(/\s+/g, ' ')]));
}

function findTests(row: Row, tests: readonly DeclaredTest[]): { row: ProvenRow; problems: string[] } {
  const problems: string[] = [];
  const named = (row.tests ?? []).flatMap((reference) => {
    const matches = testsNamed(reference, tests);
    if (matches.length === 1) return matches;
    problems.push(
      `${row.id} names ${matches.length === 0 ? 'no test' : `${matches.length} tests`}: ${reference}`,
    );
    return [];
  });
  return { row: { ...row, text: row.text ?? '', tests: named }, problems };
}

/** The tests of a reference: those with exactly this title, otherwise those whose title contains it. */
function testsNamed(reference: string, tests: readonly DeclaredTest[]): DeclaredTest[] {
  const [path, ...rest] = reference.split(separator);
  const title = rest.join(separator);
  const ofFile = title ? tests.filter((test) => test.path === path) : [];
  const exact = ofFile.filter(({ titles }) => titles.at(-1) === title || titles.join(separator) === title);
  return exact.length > 0 ? exact : ofFile.filter(({ titles }) => titles.join(separator).includes(title));
}

function problemsOf({ id, text, tests, decision, open }: ProvenRow): string[] {
  const problems: string[] = [];
  if (!text) problems.push(`${id} has no text.`);
  if (decision && !isDecision(decision))
    problems.push(`${id} names a decision that does not exist: ${decision}`);
  if (open && (decision || tests.length > 0)) problems.push(`${id} is proven: remove "open".`);
  if (!open && !decision && tests.length === 0) problems.push(`${id} has no test.`);
  const usual = tests.filter(({ isStress }) => !isStress);
  if (tests.length > 0 && usual.length === 0) problems.push(`${id} is proven by stress tests only.`);
  if (usual.length > 0 && usual.every(isUnitTest)) problems.push(`${id} is proven by unit tests only.`);
  return problems;
}

/** Shoppers and operators meet neither `core` nor a part of the storefront alone. */
const isUnitTest = ({ path }: DeclaredTest) => /^(core|storefront)\//.test(path);

function isDecision(decision: string): boolean {
  const record = /^ADR-(\d{3})$/.exec(decision)?.[1];
  if (record) return globSync(`docs/adr/${record}-*.md`, { cwd: project }).length === 1;
  const number = /^spec (D\d+)$/.exec(decision)?.[1];
  return Boolean(number) && read('docs/spec/decisions.md').includes(`\n## ${number} `);
}

/** Whether docs/spec/coverage.md is what the rows and tests of today give. */
export function isCurrent(page: string): boolean {
  const path = join(project, 'docs/spec/coverage.md');
  return existsSync(path) && readFileSync(path, 'utf8') === page;
}
