import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from '../../../platform/errors/user-facing-error.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import { decodeText } from '../format/text-decoding.ts';
import type { ImportPart } from '../plan/import-module.ts';
import { isProductColumn } from '../rows/product-columns.ts';
import type { Kind } from './input-files.ts';
import { type Condition, type Rule, ruleKeys } from './mapping-rule.ts';

/** A mapping file: how the rows and entities of each file of a shop are imported (docs/import.md). */
export interface Mapping {
  /** The name used in the report. */
  name: string;
  /** By file name; `*` applies to any other file. */
  files: Record<string, SheetMap[]>;
}

/** How the rows of one file map to the columns of the import. */
export interface SheetMap {
  as?: Kind;
  /** Makes a row of every entry of this inner list; the outer fields are `parent.…`. */
  each?: string;
  /** The rows complete products of other rows. */
  completes?: boolean;
  /** Copies fields that have the name of a column. */
  keep?: boolean;
  /** Imports only rows for which this condition holds. */
  only?: Condition;
  /** Skips rows for which this condition holds. */
  skip?: Condition;
  columns?: Record<string, Rule>;
  /** Columns that are copied from another product where empty; `from` gives the SKU of that product. */
  inherit?: { from: Rule; columns: string[] };
  /** Conditions that are counted and listed in the report. */
  reports?: { when: Condition; say: string }[];
}

const sheetKeys = new Set('about as each completes keep only skip columns inherit reports'.split(' '));

/**
 * Reads and checks a mapping file.
 * @returns undefined when it has a problem; the findings list it
 */
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
    const code = codeOf(error);
    if (code === undefined) throw error;
    findings.problem(
      { file: path, line: 1 },
      '1',
      code === 'ENOENT' ? 'the mapping file does not exist' : `cannot be read (${code})`,
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
    complain('', 'is no JSON object');
    return;
  }
  for (const key of Object.keys(sheet)) if (!sheetKeys.has(key)) complain(key, 'is no word of mapping files');
  const kind = sheet.as ?? 'products';
  if (!kinds.includes(String(kind))) complain('as', `${quoted(String(kind))} is none of ${kinds.join(', ')}`);
  if (sheet.columns !== undefined && !isRecord(sheet.columns)) complain('columns', 'is no JSON object');
  for (const [column, rule] of Object.entries(isRecord(sheet.columns) ? sheet.columns : {})) {
    if (kind === 'products' && !isProductColumn(column))
      complain(
        `columns.${column}`,
        'is no column of the import; the name of a custom attribute begins with attr_',
      );
    checkRule(rule, (inner, reason) => complain(`columns.${column}${inner}`, reason));
  }
  if (isRecord(sheet.inherit))
    checkRule(sheet.inherit.from, (inner, reason) => complain(`inherit${inner}`, reason));
}

function checkRule(rule: unknown, complain: Complain): void {
  if (typeof rule === 'string') return;
  if (Array.isArray(rule)) {
    for (const [index, innerRule] of rule.entries())
      checkRule(innerRule, (inner, reason) => complain(`.${index}${inner}`, reason));
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
    complain('', 'has no source of the value: from, value, join or list');
}
