import { pageLayouts } from '@fynbos/core/content/cms.ts';
import { isPlainWords } from '@fynbos/core/content/plain-words.ts';
import { Fault, quoted, readInstant, readYesNo } from '../catalogue/import/cells.ts';
import { oneOf, orNull, type Readers, readColumns, wholeBetween } from '../catalogue/import/columns.ts';
import type { Findings, Origin } from '../catalogue/import/findings.ts';

/** What stands between the `---` lines of a file; what is absent was not mentioned. */
export interface FrontCells {
  title: string;
  content_heading: string;
  meta_title: string;
  meta_description: string;
  meta_keywords: string;
  layout: (typeof pageLayouts)[number] | null;
  position: number | null;
  active: boolean | null;
  updated: string | null;
}

/** A file taken apart. */
export interface FrontMatter {
  said: Partial<FrontCells>;
  /** Where each key stands. */
  at: ReadonlyMap<string, Origin>;
  /** What follows, and the line it begins in. */
  body: string;
  bodyLine: number;
}

const longestTitle = 200;
const longestDescription = 500;

const readers: Readers<FrontCells> = {
  title: words(longestTitle),
  content_heading: words(longestTitle),
  meta_title: words(longestTitle),
  meta_description: words(longestDescription),
  meta_keywords: words(longestDescription),
  layout: orNull(oneOf(pageLayouts)),
  position: orNull(wholeBetween(0, 1_000_000)),
  active: orNull(readYesNo),
  updated: orNull(readDay),
};

/** Plain words, which may be none. */
export function words(most: number) {
  return (cell: string): string | Fault => {
    if (cell.length > most) return new Fault(`has more than ${most} letters`);
    return cell === '' || isPlainWords(cell)
      ? cell
      : new Fault(`${quoted(cell)} is not plain words: no HTML, and nothing that cannot be seen`);
  };
}

function readDay(cell: string): string | Fault {
  if (!/^\d{4}-\d\d-\d\d$/.test(cell)) return new Fault(`${quoted(cell)} is no day: write 2026-11-20`);
  const day = readInstant(cell);
  return day instanceof Fault ? day : cell;
}

/**
 * Takes a file apart into what stands between its `---` lines, a `key: value` each, and what follows.
 *
 * @returns undefined when it has no such lines
 */
export function readFrontMatter(text: string, file: string, findings: Findings): FrontMatter | undefined {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end < 0) {
    const reason = 'the file begins with a line ---, then lines such as title: About us, then a line ---';
    findings.problem({ file, line: 1 }, '1', reason);
    return undefined;
  }
  const said: Partial<FrontCells> = {};
  const at = new Map<string, Origin>();
  for (const [index, line] of lines.slice(1, end).entries()) {
    readLine(line, { file, line: index + 2 }, said, at, findings);
  }
  return { said, at, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}

function readLine(
  line: string,
  at: Origin,
  said: Partial<FrontCells>,
  seen: Map<string, Origin>,
  findings: Findings,
): void {
  if (line.trim() === '') return;
  const [, key = '', value = ''] = /^(\w+)\s*:(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
  if (key === '') findings.problem(at, '1', `${quoted(line)} is no key: value`);
  else if (seen.has(key)) findings.problem(at, key, `stands already in line ${seen.get(key)!.line}`);
  else {
    seen.set(key, at);
    const cells = new Map([[key, unquoted(value.trim())]]);
    Object.assign(said, readColumns({ at, cells }, readers, 'front matter', findings));
  }
}

/** Quotes around the whole of a value are not part of it. */
function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

/** Writes front matter as it is read; what is not said is left out. */
export function writeFrontMatter(said: Readonly<Record<string, string | number | undefined>>): string {
  const lines = Object.entries(said).flatMap(([key, value]) => {
    if (value === undefined || value === '') return [];
    const text = String(value);
    return `${key}: ${/^(["']).*\1$/.test(text) ? `"${text}"` : text}`;
  });
  return ['---', ...lines, '---', ''].join('\n');
}
