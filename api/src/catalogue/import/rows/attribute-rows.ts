import { isRecord } from '../../../platform/json/is-record.ts';
import { ImportError, quoted, readList, readWhole, readYesNo } from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import { setViewText, translationCodes, translationColumns } from '../format/view-columns.ts';
import { type AttributeDraft, attributeInputs, type InputKind } from './drafts.ts';
import { attributeCode } from './standard-attributes.ts';

const flags = ['is_user_defined', 'is_visible', 'is_visible_on_front', 'is_comparable'] as const;
const tableColumns = new Set<string>([
  'code',
  'label',
  'input',
  'options',
  ...flags,
  ...translationColumns('label', 'options').map(({ column }) => column),
]);

/**
 * Reads the rows of `attributes.csv`: `code`, `label`, `input`, `options` (labels separated by `|`), and
 * `label_de` and `options_de` for a store view or a language.
 */
export function readAttributeRows(rows: readonly CsvRow[], findings: Findings): AttributeDraft[] {
  return rows.flatMap((row) => {
    const { at, cells } = row;
    for (const column of cells.keys())
      if (!tableColumns.has(column)) findings.problem(at, column, 'is no column of attributes');
    const code = cells.get('code') ?? '';
    if (!isCode(code, at, findings)) return [];
    const input = cells.get('input') || undefined;
    if (input !== undefined && !isInput(input)) {
      findings.problem(at, 'input', `${quoted(input)} is not an input type: ${attributeInputs.join(', ')}`);
      return [];
    }
    const options = readList(cells.get('options') ?? '').map((label) => ({ label }));
    const draft: AttributeDraft = { at, code, label: cells.get('label') || undefined, input, options };
    for (const code of translationCodes) readViewTexts(row, code, draft, findings);
    for (const flag of flags) setFlag(draft, flag, cells.get(flag) || undefined, findings);
    return [draft];
  });
}

/** Names of an attribute and its options in a store view or a language: `Red=Rot|Blue=Blau`. */
function readViewTexts({ at, cells }: CsvRow, code: string, draft: AttributeDraft, findings: Findings): void {
  const label = cells.get(`label_${code}`);
  if (label !== undefined) draft.viewTexts = setViewText(draft.viewTexts, code, 'frontend_label', label);
  const cell = cells.get(`options_${code}`);
  if (cell === undefined) return;
  const names = readList(cell).map((part) => /^(.+?)\s*=\s*(.+)$/.exec(part) ?? part);
  for (const name of names)
    if (typeof name === 'string')
      findings.problem(at, `options_${code}`, `${quoted(name)} names no option: write Red=Rot|Blue=Blau`);
  // Each match has both groups: neither is optional in the pattern.
  const read = names.flatMap((name) => (typeof name === 'string' ? [] : [[name[1]!, name[2]!] as const]));
  draft.optionTexts = new Map(draft.optionTexts).set(code, new Map(read));
}

function isCode(code: string, at: CsvRow['at'], findings: Findings): boolean {
  if (attributeCode.test(code)) return true;
  findings.problem(
    at,
    'code',
    `${quoted(code)} is not a valid code: small letters, digits and _, starting with a letter`,
  );
  return false;
}

function isInput(input: unknown): input is InputKind {
  return attributeInputs.some((known) => known === input);
}

function setFlag(
  draft: AttributeDraft,
  flag: (typeof flags)[number],
  cell: unknown,
  findings: Findings,
): void {
  if (cell === undefined || cell === null) return;
  const value = readYesNo(String(cell));
  if (value instanceof ImportError) findings.problem(draft.at, flag, value.reason);
  else draft[flag] = value;
}

/** Reads attributes in their wire format (wire contract 2.4). Unsupported input types become text. */
export function readAttributeEntities(entities: readonly Entity[], findings: Findings): AttributeDraft[] {
  return entities.flatMap(({ at, value }) => {
    const code = String(value.attribute_code ?? '');
    if (!isCode(code, at, findings)) return [];
    const label = value.frontend_label ?? value.default_frontend_label;
    const draft: AttributeDraft = {
      at,
      code,
      label: typeof label === 'string' && label !== '' ? label : code,
      input: isInput(value.frontend_input) ? value.frontend_input : 'text',
      options: readOptions(value.options),
    };
    const id = readWhole(String(value.attribute_id ?? value.id ?? ''), 1, 2_000_000_000);
    if (!(id instanceof ImportError)) draft.wishedId = id;
    for (const flag of flags) setFlag(draft, flag, value[flag], findings);
    return [draft];
  });
}

/** Drops blank options: in a Magento shop they stand for "nothing chosen". */
function readOptions(options: unknown): { value: string; label: string }[] {
  return (Array.isArray(options) ? options : [])
    .filter(isRecord)
    .map((option) => ({ value: String(option.value ?? '').trim(), label: String(option.label ?? '').trim() }))
    .filter((option) => option.value !== '' && option.label !== '');
}
