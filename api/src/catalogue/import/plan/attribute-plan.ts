import type { AttributeValue } from '@fynbos/core/catalogue/entities.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import type { AttributeRecord, OptionRecord } from '../../documents/catalogue-write-store.ts';
import { yesOrNoText } from '../../documents/product-attributes.ts';
import { ImportError, quoted, readAmount, readList, readYesNo } from '../format/cells.ts';
import { nameKey } from '../format/clean-cells.ts';
import type { Findings, Origin } from '../format/findings.ts';
import { mergeStoredTexts } from '../format/view-columns.ts';
import type { AttributeDraft, AttributeInput, InputKind } from '../rows/drafts.ts';
import { knownAttributes } from '../rows/standard-attributes.ts';
import type { ImportReferenceData } from './current-catalogue.ts';
import { type Changes, isSameJson } from './import-plan.ts';

/** The state of one attribute while the import is planned. */
interface Entry {
  row: AttributeRecord;
  stored: AttributeRecord | undefined;
  /** The shop's options by value, and by cleaned label in lower case. */
  byValue: Map<string, OptionRecord>;
  byLabel: Map<string, OptionRecord>;
  /** The labels of the values in the input. */
  labels: Map<string, string>;
  changed: Set<OptionRecord>;
}

/**
 * The attributes and options of the shop and of the input. Attributes are matched by code and options by
 * label, so that a label has the same value in every import.
 */
export class AttributeBook {
  private readonly entries = new Map<string, Entry>();
  private readonly ids = new Set<number>();
  private readonly drafted = new Map<string, AttributeDraft>();
  private next: number;
  private readonly findings: Findings;

  constructor(referenceData: ImportReferenceData, drafts: readonly AttributeDraft[], findings: Findings) {
    this.findings = findings;
    this.next = referenceData.next.attribute;
    const options = Map.groupBy(referenceData.options, (option) => option.attribute_id);
    for (const row of referenceData.attributes)
      this.enter({ ...row }, row, options.get(row.attribute_id) ?? []);
    for (const draft of drafts) this.addDraft(draft);
  }

  /** The attribute with this code. An undefined one is created, as text unless it is a built-in attribute. */
  get(code: string): Entry {
    const known = this.entries.get(code);
    if (known) return known;
    const { label, input } = knownAttributes[code] ?? { label: labelOf(code), input: 'text' as const };
    return this.enter(this.fresh(code, label, input), undefined, []);
  }

  has(code: string): boolean {
    return this.entries.has(code) || Object.hasOwn(knownAttributes, code);
  }

  isText(code: string): boolean {
    const input = this.entries.get(code)?.row.frontend_input ?? knownAttributes[code]?.input;
    return input === 'text' || input === 'textarea';
  }

  /** The value that a product stores; undefined when the attribute is removed. */
  valueFor(code: string, input: AttributeInput, at: Origin): AttributeValue | undefined {
    const inputValues = input.values.filter((inputValue) => inputValue !== '');
    if (inputValues.length === 0) return undefined;
    const entry = this.get(code);
    const value = this.read(entry, inputValues, input.as);
    if (!(value instanceof ImportError)) return value;
    this.findings.problem(at, code, value.reason);
    return undefined;
  }

  /** Sets the option labels of store views. It runs last, because products create options too. */
  nameOptions(): void {
    for (const { at, code, optionTexts } of this.drafted.values()) {
      const entry = this.entries.get(code);
      if (!entry || !optionTexts) continue;
      for (const [view, names] of optionTexts) {
        const known = new Map([...names].map(([label, text]) => [nameKey(label), text]));
        for (const label of known.keys())
          if (!entry.byLabel.has(label))
            this.findings.problem(at, `options_${view}`, `there is no option ${quoted(label)} of ${code}`);
        for (const [label, option] of entry.byLabel) nameOption(entry, option, view, known.get(label) ?? '');
      }
    }
  }

  get changes(): Changes<AttributeRecord> {
    const entries = [...this.entries.values()];
    return {
      insert: entries.filter((entry) => !entry.stored).map((entry) => entry.row),
      update: entries
        .filter((entry) => entry.stored && !isSameJson(entry.row, entry.stored))
        .map((entry) => entry.row),
    };
  }

  get changedOptions(): OptionRecord[] {
    return [...this.entries.values()].flatMap((entry) => [...entry.changed]);
  }

  private read(
    entry: Entry,
    inputValues: (string | number | boolean)[],
    as: 'labels' | 'values',
  ): AttributeValue | ImportError {
    const input = entry.row.frontend_input;
    const texts = inputValues.map(String);
    if (input === 'select' || input === 'multiselect') {
      const parts = [...new Set(texts.flatMap((text) => partsOf(text, as, input)))];
      const values = parts.map((part) => this.optionValue(entry, part, as));
      if (input === 'multiselect') return values;
      return values.length > 1
        ? new ImportError(`expected one value, not ${values.length}`)
        : (values[0] ?? '');
    }
    const only = inputValues.length === 1 ? inputValues[0] : undefined;
    if (input === 'boolean') return readYesNo(texts.join('|'));
    if (input === 'price') {
      const digits = readAmount(texts.join('|'), false);
      return digits instanceof ImportError ? digits : Number(digits);
    }
    if (entry.row.attribute_code === yesOrNoText) {
      const flag = readYesNo(texts.join('|'));
      return flag instanceof ImportError ? flag : flag ? 'y' : 'n';
    }
    return as === 'values' && only !== undefined ? only : texts.join('|');
  }

  private optionValue(entry: Entry, text: string, as: 'labels' | 'values'): string {
    if (as === 'values') {
      const label = entry.labels.get(text);
      if (label === undefined && entry.byValue.has(text)) return text;
      return this.option(entry, label ?? text, text).value;
    }
    return this.option(entry, text, undefined).value;
  }

  /**
   * The option with this label. A new one gets the requested value if it is free, otherwise the next
   * number.
   */
  private option(entry: Entry, label: string, wished: string | undefined): OptionRecord {
    const known = entry.byLabel.get(nameKey(label));
    if (known) return known;
    const free = wished !== undefined && /^\d{1,15}$/.test(wished) && !entry.byValue.has(wished);
    const option = {
      attribute_id: entry.row.attribute_id,
      value: free ? wished : nextValue(entry),
      label,
      position: 0,
      view_texts: {},
    };
    entry.byValue.set(option.value, option);
    entry.byLabel.set(nameKey(label), option);
    entry.changed.add(option);
    return option;
  }

  private enter(row: AttributeRecord, stored: AttributeRecord | undefined, options: OptionRecord[]): Entry {
    const entry: Entry = {
      row,
      stored,
      byValue: new Map(options.map((option) => [option.value, { ...option }])),
      byLabel: new Map(),
      labels: new Map(),
      changed: new Set(),
    };
    for (const option of entry.byValue.values()) {
      const key = nameKey(option.label);
      // Two stored spellings of one label are two options: the cleaned one is meant.
      if (!entry.byLabel.has(key) || option.label === cleanLine(option.label)) entry.byLabel.set(key, option);
    }
    this.entries.set(row.attribute_code, entry);
    this.ids.add(row.attribute_id);
    return entry;
  }

  private fresh(code: string, label: string, input: InputKind, wishedId?: number): AttributeRecord {
    const free = wishedId !== undefined && !this.ids.has(wishedId);
    while (!free && this.ids.has(this.next)) this.next += 1;
    return {
      attribute_id: free ? wishedId : this.next++,
      attribute_code: code,
      frontend_input: input,
      frontend_label: label,
      is_user_defined: true,
      is_visible: true,
      is_visible_on_front: true,
      is_comparable: false,
      view_texts: {},
    };
  }

  private addDraft(draft: AttributeDraft): void {
    if (this.drafted.has(draft.code))
      this.findings.problem(draft.at, 'code', `the attribute ${quoted(draft.code)} appears twice`);
    this.drafted.set(draft.code, draft);
    const usual = knownAttributes[draft.code];
    const label = draft.label ?? usual?.label ?? labelOf(draft.code);
    const entry =
      this.entries.get(draft.code) ??
      this.enter(
        this.fresh(draft.code, label, draft.input ?? usual?.input ?? 'text', draft.wishedId),
        undefined,
        [],
      );
    if (draft.label !== undefined) entry.row.frontend_label = draft.label;
    for (const flag of ['is_user_defined', 'is_visible', 'is_visible_on_front', 'is_comparable'] as const)
      entry.row[flag] = draft[flag] ?? entry.row[flag];
    entry.row.view_texts = mergeStoredTexts(entry.row.view_texts, draft.viewTexts);
    this.settleInput(entry, draft);
    const placed = new Set<OptionRecord>();
    for (const [index, { value, label: text }] of draft.options.entries()) {
      if (value !== undefined) entry.labels.set(value, text);
      if (!isChosen(entry)) continue;
      const option = this.option(entry, text, value);
      const isRepeated = placed.has(option);
      placed.add(option);
      if (isRepeated || option.position === index + 1) continue;
      option.position = index + 1;
      entry.changed.add(option);
    }
  }

  /** Products keep their values, so the input type of the shop stays; only select may become multiselect. */
  private settleInput(entry: Entry, draft: AttributeDraft): void {
    const { row } = entry;
    if (draft.input === undefined || draft.input === row.frontend_input) return;
    if (row.frontend_input === 'select' && draft.input === 'multiselect') row.frontend_input = 'multiselect';
    else
      this.findings.notice(
        'attributes keep the input type that they have in the shop',
        `${draft.code} stays ${row.frontend_input}, not ${draft.input} (${quoted(draft.at.file)}, line ${draft.at.line})`,
      );
  }
}

function nameOption(entry: Entry, option: OptionRecord, view: string, label: string): void {
  const texts = mergeStoredTexts(option.view_texts, { [view]: { label } });
  if (isSameJson(texts, option.view_texts)) return;
  option.view_texts = texts;
  entry.changed.add(option);
}

function isChosen(entry: Entry): boolean {
  return entry.row.frontend_input === 'select' || entry.row.frontend_input === 'multiselect';
}

/** A dump separates values by commas, a table separates labels by `|`. */
function partsOf(text: string, as: 'labels' | 'values', input: InputKind): string[] {
  if (as === 'labels') return readList(text);
  if (input === 'select') return [text];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function nextValue(entry: Entry): string {
  let highest = 0;
  for (const value of entry.byValue.keys())
    if (/^\d{1,9}$/.test(value)) highest = Math.max(highest, Number(value));
  return String(highest + 1);
}

function labelOf(code: string): string {
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
