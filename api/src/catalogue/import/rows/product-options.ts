import type { BundleOption, CustomOption } from '@fynbos/core/catalogue/entities.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { ImportError, quoted, readAmount, readQuantity } from '../format/cells.ts';

/**
 * Reads a JSON cell with the options of a bundle (wire contract 2.2); missing ids are numbered in order.
 * The ids are those of the product: a document of the API may name them `source_id`.
 */
export function readBundleCell(text: string): BundleOption[] | ImportError {
  const list = parseList(text);
  return list instanceof ImportError ? list : readBundleOptions(list);
}

/** Reads a JSON cell with custom options (wire contract 2.2); missing ids are numbered in order. */
export function readCustomCell(text: string): CustomOption[] | ImportError {
  const list = parseList(text);
  return list instanceof ImportError ? list : readCustomOptions(list);
}

function parseList(text: string): unknown[] | ImportError {
  if (text === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : new ImportError('is no JSON list of options');
  } catch {
    return new ImportError('is no JSON: is a quote or a bracket missing?');
  }
}

export function readBundleOptions(list: readonly unknown[]): BundleOption[] | ImportError {
  const read = guarded();
  let linkId = 0;
  const options = list.filter(isRecord).map((option, index) => {
    const option_id = read.id(option.source_id ?? option.option_id, index + 1);
    const links = Array.isArray(option.product_links) ? option.product_links.filter(isRecord) : [];
    return {
      option_id,
      title: read.text(option.title, 'title'),
      required: isYes(option.required ?? true),
      type: String(option.type ?? 'select'),
      position: read.number(option.position ?? index + 1),
      product_links: withOwnIds(
        links.map((link, place) => {
          linkId += 1;
          return {
            id: String(link.source_id ?? link.id ?? linkId),
            sku: read.text(link.sku, 'sku'),
            option_id,
            qty: read.number(link.qty ?? 1),
            position: read.number(link.position ?? place + 1),
            is_default: isYes(link.is_default ?? false),
          };
        }),
        ({ id }) => id,
        (link, id) => ({ ...link, id: String(id) }),
      ),
    };
  });
  if (options.some((option) => option.product_links.length === 0))
    read.fail('an option of the bundle has no product_links');
  return read.error ?? distinct(options, list.length) ?? options;
}

export function readCustomOptions(list: readonly unknown[]): CustomOption[] | ImportError {
  const read = guarded();
  let valueId = 0;
  const options = list.filter(isRecord).map((option, index): CustomOption => {
    const values = Array.isArray(option.values) ? option.values.filter(isRecord) : [];
    return {
      option_id: read.id(option.source_id ?? option.option_id, index + 1),
      title: read.text(option.title, 'title'),
      type: read.text(option.type, 'type'),
      is_require: isYes(option.is_require ?? false),
      sort_order: read.number(option.sort_order ?? index + 1),
      ...(option.price === undefined || option.price === null
        ? {}
        : { price: read.price(option.price), price_type: read.priceType(option.price_type) }),
      ...(Number(option.max_characters) > 0 ? { max_characters: read.number(option.max_characters) } : {}),
      values: withOwnIds(
        values.map((value, place) => {
          valueId += 1;
          return {
            option_type_id: read.id(value.source_id ?? value.option_type_id, valueId),
            title: read.text(value.title, 'title'),
            price: read.price(value.price ?? 0),
            price_type: read.priceType(value.price_type),
            ...(typeof value.sku === 'string' ? { sku: value.sku } : {}),
            ...(value.qty === undefined || value.qty === null ? {} : { qty: read.number(value.qty) }),
            sort_order: read.number(value.sort_order ?? place + 1),
          };
        }),
        ({ option_type_id }) => String(option_type_id),
        (value, option_type_id) => ({ ...value, option_type_id }),
      ),
    };
  });
  return read.error ?? distinct(options, list.length) ?? options;
}

function distinct(options: readonly { option_id: number }[], written: number): ImportError | undefined {
  if (options.length < written) return new ImportError('an option is no JSON object');
  const ids = new Set(options.map((option) => option.option_id));
  return ids.size < options.length ? new ImportError('two options have the same option_id') : undefined;
}

/**
 * Gives an entry whose id an earlier entry of its option has the next free number, the same one at each
 * import of the file.
 */
function withOwnIds<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  withId: (entry: Entry, id: number) => Entry,
): Entry[] {
  const ids = entries.map(idOf);
  const used = new Set(ids);
  let next = 1;
  return entries.map((entry, index) => {
    if (ids.indexOf(idOf(entry)) === index) return entry;
    while (used.has(String(next))) next += 1;
    used.add(String(next));
    return withId(entry, next);
  });
}

/** Readers that record the first error and continue. */
function guarded() {
  const read = {
    // Without the type, this field could hold nothing but `undefined`.
    error: undefined as ImportError | undefined,
    fail(reason: string) {
      read.error ??= new ImportError(reason);
    },
    valueOr<T>(value: T | ImportError, otherwise: T): T {
      if (!(value instanceof ImportError)) return value;
      read.fail(value.reason);
      return otherwise;
    },
    text(value: unknown, field: string): string {
      if ((typeof value === 'string' || typeof value === 'number') && value !== '') return String(value);
      read.fail(`an option has no ${field}`);
      return '';
    },
    number: (value: unknown): number => read.valueOr(readQuantity(String(value)), 0),
    price: (value: unknown): number => Number(read.valueOr(readAmount(String(value), false), '0')),
    priceType(value: unknown): 'fixed' | 'percent' {
      if (value === 'percent' || value === 'fixed' || value === undefined || value === null)
        return value ?? 'fixed';
      read.fail(`${quoted(String(value))} is no price_type: fixed or percent`);
      return 'fixed';
    },
    id(value: unknown, otherwise: number): number {
      const id = Number(value ?? otherwise);
      if (!Number.isSafeInteger(id) || id <= 0) read.fail(`${quoted(String(value))} is no id`);
      return id;
    },
  };
  return read;
}

/** Whether a JSON value means yes. */
export function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'yes' || value === 'true';
}
