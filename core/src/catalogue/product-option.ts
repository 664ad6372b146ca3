import { cleanText } from '../clean-text.ts';

/**
 * The configuration of a product on a cart line (wire contract 1.1). All three lists are always present.
 * Ids and values are text, except counts and numbers, so that two lines with the same choice are equal.
 */
export interface ProductOption {
  extension_attributes: {
    custom_options: OptionValue[];
    configurable_item_options: OptionValue[];
    bundle_options: BundleSelection[];
  };
}

/** `option_value` is the id of a value, several ids separated by commas, or the typed text. */
export interface OptionValue {
  option_id: string;
  option_value: string;
}

/** The selection for one option of a bundle; `option_selections` are ids of its product links. */
export interface BundleSelection {
  option_id: number;
  option_qty: number;
  option_selections: string[];
}

/**
 * Whether one option has two values. The line would show both while its price counts one, so the intent is
 * ambiguous.
 */
export function hasDuplicateOptions({ extension_attributes: chosen }: ProductOption): boolean {
  return [chosen.custom_options, chosen.bundle_options].some(
    (options) => new Set(options.map(({ option_id }) => option_id)).size < options.length,
  );
}

type Parts = Partial<ProductOption['extension_attributes']>;

/** Creates a product option; missing parts are empty. */
export function productOption(parts: Parts = {}): ProductOption {
  return {
    extension_attributes: {
      custom_options: parts.custom_options ?? [],
      configurable_item_options: parts.configurable_item_options ?? [],
      bundle_options: parts.bundle_options ?? [],
    },
  };
}

/**
 * Reads a configuration as clients send it: lists or maps of objects, numbers or text, arrays or
 * comma-separated values, parts left out (wire contract 1.1). Unreadable parts are dropped, never guessed.
 */
export function readProductOption(written: unknown): ProductOption {
  const parts = fieldsOf(fieldsOf(written).extension_attributes);
  return productOption({
    custom_options: listOf(parts.custom_options).flatMap(optionValue),
    configurable_item_options: listOf(parts.configurable_item_options).flatMap(optionValue),
    bundle_options: listOf(parts.bundle_options).flatMap(bundleSelection),
  });
}

function optionValue(written: Record<string, unknown>): OptionValue[] {
  const option_id = textOf(written.option_id);
  const { option_value: value } = written;
  const text = Array.isArray(value) ? value.map(textOf).filter(Boolean).join(',') : textOf(value);
  const option_value = cleanText(text);
  return option_id === '' ? [] : [{ option_id, option_value }];
}

function bundleSelection(written: Record<string, unknown>): BundleSelection[] {
  const option_id = Number(textOf(written.option_id));
  if (!Number.isSafeInteger(option_id) || option_id <= 0) return [];
  const { option_selections: selections, option_qty } = written;
  const ids = Array.isArray(selections) ? selections : Object.values(fieldsOf(selections));
  const option_selections = [...new Set((ids.length > 0 ? ids : [selections]).map(textOf).filter(Boolean))];
  const qty = textOf(option_qty);
  return [{ option_id, option_qty: qty === '' ? 1 : Number(qty), option_selections }];
}

function listOf(written: unknown): Record<string, unknown>[] {
  const list = Array.isArray(written) ? written : Object.values(fieldsOf(written));
  return list.map(fieldsOf);
}

function fieldsOf(written: unknown): Record<string, unknown> {
  // Any object may have any field; each is checked where it is read.
  return typeof written === 'object' && written !== null ? (written as Record<string, unknown>) : {};
}

function textOf(written: unknown): string {
  return typeof written === 'string' || typeof written === 'number' ? String(written) : '';
}
