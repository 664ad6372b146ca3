import { productTypes } from '@fynbos/core/catalogue/entities.ts';
import {
  ImportError,
  quoted,
  readList,
  readOptionalInstant,
  readQuantity,
  readWhole,
  readYesNo,
  shortenedCode,
} from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import { type ListedSku, readSkuGroups, withQuantity } from '../format/sku-cells.ts';
import type { LinkDraft, ProductDraft } from './drafts.ts';
import { emptyDraft } from './drafts.ts';
import { readBundleCell, readCustomCell } from './product-options.ts';
import { priceColumns } from './product-prices.ts';
import {
  attributeInView,
  maxProductNameLength,
  maxProductTextLength,
  type ReadCell,
  viewTextColumns,
} from './product-texts.ts';
import { attributeCode, knownAttributes } from './standard-attributes.ts';

const maxCategoryDepth = 20;

/** Sets a field from a cell. An empty cell leaves the field unchanged. */
function field<K extends keyof ProductDraft>(
  key: K,
  read: (text: string) => ProductDraft[K] | ImportError,
): ReadCell {
  return (text, draft) => {
    if (text === '') return undefined;
    const value = read(text);
    if (value instanceof ImportError) return value;
    draft[key] = value;
    return undefined;
  };
}

/** Sets a text from a cell; an empty cell clears it. */
function longText(key: 'description' | 'short_description', maxLength = maxProductTextLength): ReadCell {
  return (text, draft) => {
    if (text.length > maxLength) return new ImportError(`is longer than ${maxLength} characters`);
    draft[key] = text;
    return undefined;
  };
}

/** Reads messages from a cell, several with `|` between; an empty cell removes them. */
function messages(key: 'errors' | 'info'): ReadCell {
  return (text, draft) => {
    draft[key] = Object.fromEntries(readList(text).map((message, index) => [String(index + 1), message]));
    return text.length > maxProductTextLength
      ? new ImportError(`is longer than ${maxProductTextLength} characters`)
      : undefined;
  };
}

function shortText(maxLength: number): (text: string) => string | ImportError {
  return (text) =>
    text.length > maxLength ? new ImportError(`is longer than ${maxLength} characters`) : text;
}

function stock<K extends keyof ProductDraft['stock']>(
  key: K,
  read: (text: string) => ProductDraft['stock'][K] | ImportError,
): ReadCell {
  return (text, draft) => {
    if (text === '') return undefined;
    const value = read(text);
    if (value instanceof ImportError) return value;
    draft.stock[key] = value;
    return undefined;
  };
}

function links(type: 'associated' | 'related' | 'upsell' | 'crosssell'): ReadCell {
  return (text, draft) => {
    const list = readSkuGroups(text).flat().map(readLink);
    const error = list.find((link) => link instanceof ImportError);
    if (error instanceof ImportError) return error;
    // The first error of the list was returned above.
    draft.links.set(type, list as LinkDraft[]);
    return undefined;
  };
}

function readLink(listed: ListedSku): LinkDraft | ImportError {
  const { sku, qty } = withQuantity(listed);
  const read = qty === undefined ? 1 : readQuantity(qty);
  return read instanceof ImportError ? read : { sku, qty: read };
}

const columns: Record<string, ReadCell> = {
  type_id: field(
    'type_id',
    (text) =>
      productTypes.find((type) => type === text) ??
      new ImportError(`${quoted(text)} is no type: ${productTypes.join(', ')}`),
  ),
  name: (text, draft) =>
    text === ''
      ? new ImportError('a product needs a name')
      : field('name', shortText(maxProductNameLength))(text, draft),
  parent_sku: (text, draft) => {
    draft.parentSku = text === '' ? null : text;
    return undefined;
  },
  configurable_attributes: (text, draft) => {
    draft.configurableOptions = readList(text).map((code, position) => ({ code, label: '', position }));
    return undefined;
  },
  status: field('status', (text) => readStatus(text)),
  visibility: field('visibility', (text) => readWhole(text, 1, 4)),
  position: field('position', (text) => readWhole(text, -1_000_000_000, 1_000_000_000)),
  slug: field('slug', shortText(255)),
  url_key: field('url_key', shortText(255)),
  url_path: field('url_path', shortText(255)),
  description: longText('description'),
  short_description: longText('short_description'),
  image: (text, draft) => {
    draft.image = text;
    return text.length > 1000 ? new ImportError('is longer than 1000 characters') : undefined;
  },
  download_file: (text, draft) => {
    draft.downloadFile = text;
    return undefined;
  },
  errors: messages('errors'),
  info: messages('info'),
  gallery: (text, draft) => {
    draft.media_gallery = readList(text).map((image, index) => ({
      image,
      pos: index + 1,
      typ: 'image',
      lab: null,
    }));
    return undefined;
  },
  created_at: field('created_at', (text) => readOptionalInstant(text) ?? undefined),
  tax_class: field('tax', (text) => ({ name: text })),
  tax_class_id: field('tax', (text) => {
    const id = readWhole(text, 0, 1_000_000);
    return id instanceof ImportError ? id : { id };
  }),
  categories: (text, draft) => {
    const paths = readList(text).map((path) => path.split('>').map((name) => name.trim()));
    if (paths.some((path) => path.length > maxCategoryDepth))
      return new ImportError(`is deeper than ${maxCategoryDepth} categories`);
    if (paths.some((path) => path.includes('')))
      return new ImportError('a category has no name: write "Group > Leaf", several with | between');
    draft.categories = paths.map((path) => ({ path }));
    return undefined;
  },
  qty: stock('qty', readQuantity),
  min_qty: stock('min_qty', readQuantity),
  min_sale_qty: stock('min_sale_qty', readQuantity),
  max_sale_qty: stock('max_sale_qty', readQuantity),
  is_in_stock: stock('is_in_stock', readYesNo),
  manage_stock: stock('manage_stock', readYesNo),
  backorders: stock('backorders', (text) => readWhole(text, 0, 2)),
  related: links('related'),
  upsell: links('upsell'),
  crosssell: links('crosssell'),
  associated: links('associated'),
  bundle_options: (text, draft) => assign(readBundleCell(text), (options) => (draft.bundleOptions = options)),
  custom_options: (text, draft) => assign(readCustomCell(text), (options) => (draft.customOptions = options)),
};

function assign<T>(value: T | ImportError, put: (value: T) => void): ImportError | undefined {
  if (value instanceof ImportError) return value;
  put(value);
  return undefined;
}

function readStatus(text: string): number | ImportError {
  if (/^\d+$/.test(text)) return readWhole(text, 0, 100);
  const enabled = readYesNo(text);
  if (enabled instanceof ImportError)
    return new ImportError(`${quoted(text)} is no status: 1 or yes, 2 or no`);
  return enabled ? 1 : 2;
}

for (const code of Object.keys(knownAttributes)) columns[code] = attribute(code);

function attribute(code: string): ReadCell {
  return (text, draft) => {
    if (text.length > maxProductTextLength)
      return new ImportError(`is longer than ${maxProductTextLength} characters`);
    draft.attributes.set(code, { values: text === '' ? [] : [text], as: 'labels' });
    return undefined;
  };
}

Object.assign(columns, viewTextColumns, priceColumns);

/** Whether the import reads a column of this name; custom attributes begin with `attr_`. */
export function isProductColumn(column: string): boolean {
  return column === 'sku' || Object.hasOwn(columns, column) || ownAttribute(column) !== undefined;
}

function ownAttribute(column: string): string | undefined {
  const code = column.startsWith('attr_') ? column.slice('attr_'.length) : '';
  return attributeCode.test(code) ? code : undefined;
}

/**
 * Checks that every column of the header is known.
 * @returns false when a column is unknown
 */
export function checkProductHeader(row: CsvRow, findings: Findings): boolean {
  const unknown = [...row.cells.keys()].filter((column) => !isProductColumn(column));
  for (const column of unknown) {
    findings.problem(
      { file: row.at.file, line: 1 },
      column,
      'is no column of the import; the name of a custom attribute begins with attr_, other names need a mapping file',
    );
  }
  if (!row.cells.has('sku')) {
    findings.problem({ file: row.at.file, line: 1 }, 'sku', 'the column is missing');
    return false;
  }
  return unknown.length === 0;
}

/** Reads one row into a product draft; every invalid cell is a problem. */
export function readProductRow(row: CsvRow, findings: Findings): ProductDraft | undefined {
  const sku = row.cells.get('sku') ?? '';
  const shortened = shortenedCode(sku);
  if (shortened) {
    findings.problem(row.at, 'sku', shortened.reason);
    return undefined;
  }
  if (sku === '' || sku.length > 200) {
    findings.problem(row.at, 'sku', sku === '' ? 'the sku is missing' : 'is longer than 200 characters');
    return undefined;
  }
  const draft = emptyDraft(row.at, sku);
  for (const [column, text] of row.cells) {
    if (column === 'sku') continue;
    const isOversold = column === 'qty' && /^-\d/.test(text);
    if (isOversold) findings.notice('negative stock was read as 0', `${text} of ${sku}`);
    if (column === 'name' && /<\/?[a-z][^>]*>/i.test(text))
      findings.notice('names with HTML tags, which shoppers see as text', sku);
    const error = shortenedCode(text) ?? readCell(column, isOversold ? '0' : text, draft);
    if (error) findings.problem(row.at, column, error.reason);
  }
  return draft;
}

function readCell(column: string, text: string, draft: ProductDraft): ImportError | undefined {
  const read = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (read) return read(text, draft);
  const inView = attributeInView(column);
  if (inView) return inView(text, draft);
  const code = ownAttribute(column);
  return code ? attribute(code)(text, draft) : undefined;
}
