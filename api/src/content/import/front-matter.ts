import { cleanText } from '@fynbos/core/clean-text.ts';
import { pageLayouts } from '@fynbos/core/content/cms.ts';
import type { PageProduct } from '@fynbos/core/content/contract.ts';
import { isPlainTitle } from '@fynbos/core/content/markup-free-text.ts';
import { ImportError, quoted, readInstant, readYesNo } from '../../catalogue/import/format/cells.ts';
import {
  oneOf,
  orNull,
  type Readers,
  readColumns,
  wholeBetween,
} from '../../catalogue/import/format/columns.ts';
import type { Findings, Origin } from '../../catalogue/import/format/findings.ts';

/** Values between the `---` lines of a file; an absent key was not set. */
export interface FrontCells {
  title: string;
  content_heading: string;
  meta_title: string;
  meta_description: string;
  meta_keywords: string;
  layout: (typeof pageLayouts)[number] | null;
  position: number | null;
  products: PageProduct[];
  active: boolean | null;
  updated: string | null;
}

/** A file split into front matter and body. */
export interface FrontMatter {
  fields: Partial<FrontCells>;
  /** Position of each key. */
  at: ReadonlyMap<string, Origin>;
  /** The text after the front matter, and its first line. */
  body: string;
  bodyLine: number;
}

const maxTitleLength = 200;
const maxDescriptionLength = 500;

const readers: Readers<FrontCells> = {
  title: plainTextCell(maxTitleLength),
  content_heading: plainTextCell(maxTitleLength),
  meta_title: plainTextCell(maxTitleLength),
  meta_description: plainTextCell(maxDescriptionLength),
  meta_keywords: plainTextCell(maxDescriptionLength),
  layout: orNull(oneOf(pageLayouts)),
  position: orNull(wholeBetween(0, 1_000_000)),
  products: readProducts,
  active: orNull(readYesNo),
  updated: orNull(readDay),
};

/** Reads a cell of plain text, which may be empty. */
export function plainTextCell(maxLength: number) {
  return (cell: string): string | ImportError => {
    if (cell.length > maxLength) return new ImportError(`has more than ${maxLength} characters`);
    return cell === '' || isPlainTitle(cell)
      ? cell
      : new ImportError(`${quoted(cell)} is not plain text: no HTML and no invisible characters`);
  };
}

const maxProducts = 40;
const maxQuantity = 99;

/** Reads `SKU, SKU x 2`. */
function readProducts(cell: string): PageProduct[] | ImportError {
  const products: PageProduct[] = [];
  for (const part of cell.split(',').map((text) => text.trim())) {
    if (part === '') continue;
    const [, sku = part, qty = '1'] = /^(.+) x (\d+)$/.exec(part) ?? [];
    if (Number(qty) < 1 || Number(qty) > maxQuantity)
      return new ImportError(`${quoted(part)} has a quantity that is not 1 to ${maxQuantity}`);
    if (products.some((product) => product.sku === sku))
      return new ImportError(`${quoted(sku)} is named twice`);
    products.push({ sku, qty: Number(qty) });
  }
  return products.length > maxProducts
    ? new ImportError(`names more than ${maxProducts} products`)
    : products;
}

/** Writes what `readProducts` reads. */
export const productsText = (products: readonly PageProduct[]): string =>
  products.map(({ sku, qty }) => (qty === 1 ? sku : `${sku} x ${qty}`)).join(', ');

function readDay(cell: string): string | ImportError {
  if (!/^\d{4}-\d\d-\d\d$/.test(cell))
    return new ImportError(`${quoted(cell)} is not a date: write 2026-11-20`);
  const day = readInstant(cell);
  return day instanceof ImportError ? day : cell;
}

/**
 * Splits a file into its front matter, `key: value` lines between two `---` lines, and its body. An indented line continues the
 * value of the line before.
 * @returns undefined when the file has no such lines
 */
export function readFrontMatter(text: string, file: string, findings: Findings): FrontMatter | undefined {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end < 0) {
    const reason = 'the file begins with a line ---, then lines such as title: About us, then a line ---';
    findings.problem({ file, line: 1 }, '1', reason);
    return undefined;
  }
  const fields: Partial<FrontCells> = {};
  const at = new Map<string, Origin>();
  for (const { text: line, number } of joinContinuations(lines.slice(1, end))) {
    readLine(line, { file, line: number }, { fields, seen: at, findings });
  }
  return { fields, at, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}

/** Appends each indented line to the line before; numbers are those of the first line in the file. */
function joinContinuations(lines: readonly string[]): { text: string; number: number }[] {
  const joined: { text: string; number: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = joined.at(-1);
    if (previous && previous.text.trim() !== '' && /^\s+\S/.test(line))
      previous.text = `${previous.text.trimEnd()} ${line.trim()}`;
    else joined.push({ text: line, number: index + 2 });
  }
  return joined;
}

function readLine(
  line: string,
  at: Origin,
  { fields, seen, findings }: { fields: Partial<FrontCells>; seen: Map<string, Origin>; findings: Findings },
): void {
  if (line.trim() === '') return;
  const [, key = '', value = ''] = /^(\w+)\s*:(?:\s+(.*))?$/.exec(line.trimEnd()) ?? [];
  const earlier = seen.get(key);
  if (key === '') findings.problem(at, '1', `${quoted(line)} is not a key: value pair`);
  else if (earlier) findings.problem(at, key, `is already defined in line ${earlier.line}`);
  else {
    seen.set(key, at);
    const cells = new Map([[key, unquoted(cleanText(value))]]);
    Object.assign(fields, readColumns({ at, cells }, readers, 'front matter', findings));
  }
}

/** Removes quotes that enclose the whole value. */
function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

/** Writes front matter in the format `readFrontMatter` reads; omits empty values. */
export function writeFrontMatter(fields: Readonly<Record<string, string | number | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined || value === '') return [];
    const text = String(value);
    return `${key}: ${/^(["']).*\1$/.test(text) ? `"${text}"` : text}`;
  });
  return ['---', ...lines, '---', ''].join('\n');
}
