import { cleanText } from '../clean-text.ts';
import {
  type BundleSelection,
  type OptionValue,
  type ProductOption,
  productOption,
} from './product-option.ts';

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
