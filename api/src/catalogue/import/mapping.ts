import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isRecord } from '../../is-record.ts';
import { quoted } from './cells.ts';
import { decodeText } from './decode.ts';
import type { Kind } from './files.ts';
import type { Findings } from './findings.ts';
import { type Condition, type Rule, ruleKeys } from './map-rule.ts';
import type { ImportPart } from './part.ts';
import { isProductColumn } from './product-columns.ts';

/** A mapping file: what becomes of the rows and entities of each file of a shop (docs/import.md). */
export interface Mapping {
  /** As it is called in the report. */
  name: string;
  /** By file name; `*` is any file that is not named. */
  files: Record<string, SheetMap[]>;
}

/** How one file becomes rows in the columns of the import. */
export interface SheetMap {
  as?: Kind;
  /** Makes a row of every entry of this inner list; the fields around it are `parent.…`. */
  each?: string;
  /** The rows complete products that other rows describe. */
  completes?: boolean;
  /** Fields that are named like a column keep their place. */
  keep?: boolean;
  /** Takes only what this holds for. */
  only?: Condition;
  /** Leaves out what this holds for. */
  skip?: Condition;
  columns?: Record<string, Rule>;
  /** Columns that, where empty, are taken from another product: the one whose sku `from` gives. */
  inherit?: { from: Rule; columns: string[] };
  /** What is counted and told in the report. */
  reports?: { when: Condition; say: string }[];
}

const sheetKeys = new Set('about as each completes keep only skip columns inherit reports'.split(' '));

/** Reads and checks a mapping file. @returns undefined when it has a problem; the findings say which */
export async function readMapping(
  path: string,
  parts: readonly ImportPart[],
  findings: Findings,
): Promise<Mapping | undefined> {
  const name = basename(path);
  const at = { file: name, line: 1 };
  const text = await readText(path, findings);
  if (text === undefined) return undefined;
  const before = findings.problemCount;
  const mapping = parse(text);
  if (!isRecord(mapping) || !isRecord(mapping.files)) {
    findings.problem(at, '1', 'is no mapping: a JSON object with "files" is expected');
    return undefined;
  }
  const files = Object.fromEntries(
    Object.entries(mapping.files).map(([file, sheets]) => [file, Array.isArray(sheets) ? sheets : [sheets]]),
  );
  const kinds = [...catalogueKinds, ...parts.map((part) => part.kind)];
  for (const [file, sheets] of Object.entries(files))
    for (const sheet of sheets)
      checkSheet(sheet, kinds, (column, reason) => findings.problem(at, `files.${file}.${column}`, reason));
  return findings.problemCount === before ? { name, files } : undefined;
}

async function readText(path: string, findings: Findings): Promise<string | undefined> {
  try {
    return decodeText(await readFile(path), basename(path), findings);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    findings.problem(
      { file: path, line: 1 },
      '1',
      code === 'ENOENT' ? 'there is no such mapping file' : `cannot be read (${code})`,
    );
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Complain = (column: string, reason: string) => void;

const catalogueKinds = ['products', 'categories', 'attributes', 'taxes', 'stores', 'store-stock'];

function checkSheet(sheet: unknown, kinds: readonly string[], complain: Complain): void {
  if (!isRecord(sheet)) {
    complain('', 'is no object in braces');
    return;
  }
  for (const key of Object.keys(sheet)) if (!sheetKeys.has(key)) complain(key, 'is no word of mapping files');
  const kind = sheet.as ?? 'products';
  if (!kinds.includes(String(kind))) complain('as', `${quoted(String(kind))} is none of ${kinds.join(', ')}`);
  if (sheet.columns !== undefined && !isRecord(sheet.columns)) complain('columns', 'is no object in braces');
  for (const [column, rule] of Object.entries(isRecord(sheet.columns) ? sheet.columns : {})) {
    if (kind === 'products' && !isProductColumn(column))
      complain(`columns.${column}`, 'is no column of the import; an attribute of your own begins with attr_');
    checkRule(rule, (inner, reason) => complain(`columns.${column}${inner}`, reason));
  }
  if (isRecord(sheet.inherit))
    checkRule(sheet.inherit.from, (inner, reason) => complain(`inherit${inner}`, reason));
}

function checkRule(rule: unknown, complain: Complain): void {
  if (typeof rule === 'string') return;
  if (Array.isArray(rule)) {
    for (const [index, one] of rule.entries())
      checkRule(one, (inner, reason) => complain(`.${index}${inner}`, reason));
    return;
  }
  if (!isRecord(rule)) {
    complain('', 'is no rule: a field name, an object or a list of them');
    return;
  }
  for (const key of Object.keys(rule))
    if (!ruleKeys.has(key)) complain(`.${key}`, 'is no word of mapping rules');
  for (const key of ['join', 'list'] as const) if (rule[key] !== undefined) checkRule(rule[key], complain);
  if (['from', 'value', 'join', 'list'].every((key) => rule[key] === undefined))
    complain('', 'says nothing of where the value comes from: from, value, join or list');
}
