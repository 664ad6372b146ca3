import type { BundleOption, CustomOption } from '@fynbos/core/catalogue/entities.ts';
import { isRecord } from '../../is-record.ts';
import { Fault, quoted, readAmount, readQuantity } from './cells.ts';

/** Reads a JSON cell with the options of a bundle (wire contract 2.2); ids that are missing are counted. */
export function readBundleCell(text: string): BundleOption[] | Fault {
  const list = parseList(text);
  return list instanceof Fault ? list : readBundleOptions(list);
}

/** Reads a JSON cell with custom options (wire contract 2.2); ids that are missing are counted. */
export function readCustomCell(text: string): CustomOption[] | Fault {
  const list = parseList(text);
  return list instanceof Fault ? list : readCustomOptions(list);
}

function parseList(text: string): unknown[] | Fault {
  if (text === '') return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : new Fault('is no JSON list of options');
  } catch {
    return new Fault('is no JSON: is a quote or a bracket missing?');
  }
}

export function readBundleOptions(list: readonly unknown[]): BundleOption[] | Fault {
  const read = guarded();
  let linkId = 0;
  const options = list.filter(isRecord).map((option, index) => {
    const option_id = read.id(option.option_id, index + 1);
    const links = Array.isArray(option.product_links) ? option.product_links.filter(isRecord) : [];
    return {
      option_id,
      title: read.text(option.title, 'title'),
      required: yes(option.required ?? true),
      type: String(option.type ?? 'select'),
      position: read.number(option.position ?? index + 1),
      product_links: links.map((link, place) => {
        linkId += 1;
        return {
          id: String(link.id ?? linkId),
          sku: read.text(link.sku, 'sku'),
          option_id,
          qty: read.number(link.qty ?? 1),
          position: read.number(link.position ?? place + 1),
          is_default: yes(link.is_default ?? false),
        };
      }),
    };
  });
  if (options.some((option) => option.product_links.length === 0))
    read.fail('an option of the bundle has no product_links');
  return read.fault ?? distinct(options, list.length) ?? options;
}

export function readCustomOptions(list: readonly unknown[]): CustomOption[] | Fault {
  const read = guarded();
  let valueId = 0;
  const options = list.filter(isRecord).map((option, index): CustomOption => {
    const values = Array.isArray(option.values) ? option.values.filter(isRecord) : [];
    return {
      option_id: read.id(option.option_id, index + 1),
      title: read.text(option.title, 'title'),
      type: read.text(option.type, 'type'),
      is_require: yes(option.is_require ?? false),
      sort_order: read.number(option.sort_order ?? index + 1),
      ...(option.price === undefined || option.price === null
        ? {}
        : { price: read.price(option.price), price_type: read.priceType(option.price_type) }),
      ...(Number(option.max_characters) > 0 ? { max_characters: read.number(option.max_characters) } : {}),
      values: values.map((value, place) => {
        valueId += 1;
        return {
          option_type_id: read.id(value.option_type_id, valueId),
          title: read.text(value.title, 'title'),
          price: read.price(value.price ?? 0),
          price_type: read.priceType(value.price_type),
          ...(typeof value.sku === 'string' ? { sku: value.sku } : {}),
          sort_order: read.number(value.sort_order ?? place + 1),
        };
      }),
    };
  });
  return read.fault ?? distinct(options, list.length) ?? options;
}

function distinct(options: readonly { option_id: number }[], written: number): Fault | undefined {
  if (options.length < written) return new Fault('an option is no object in braces');
  const ids = new Set(options.map((option) => option.option_id));
  return ids.size < options.length ? new Fault('two options have the same option_id') : undefined;
}

/** Readers that remember the first thing that is wrong and let the reading go on. */
function guarded() {
  const read = {
    fault: undefined as Fault | undefined,
    fail(reason: string) {
      read.fault ??= new Fault(reason);
    },
    keep<T>(value: T | Fault, otherwise: T): T {
      if (!(value instanceof Fault)) return value;
      read.fail(value.reason);
      return otherwise;
    },
    text(value: unknown, field: string): string {
      if ((typeof value === 'string' || typeof value === 'number') && value !== '') return String(value);
      read.fail(`an option has no ${field}`);
      return '';
    },
    number: (value: unknown): number => read.keep(readQuantity(String(value)), 0),
    price: (value: unknown): number => Number(read.keep(readAmount(String(value), false), '0')),
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

function yes(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'yes' || value === 'true';
}
