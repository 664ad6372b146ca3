import { cleanCode, cleanLine, cleanNumber, cleanText } from '@fynbos/core/clean-text.ts';
import { decodeEntities } from '@fynbos/core/content/plain-text.ts';
import type { CsvRow } from './csv.ts';
import type { Entity } from './json-lines.ts';
import { withStoredSkus } from './sku-cells.ts';

interface Cells {
  rows: CsvRow[];
  entities: Entity[];
}

/** A number, a date or a telephone number: digits, signs, and no word except a currency. */
const numberText = /^(?:ZAR|EUR|R)?[^\p{L}]*\p{Nd}[^\p{L}]*(?:ZAR|EUR)?$/iu;
const skuColumn = /^(sku|parent_sku|parentSku|linked_product_sku)$/;
const skuListColumn = /^(skus|related|upsell|crosssell|associated)$/;
const codeColumn = /^(url_path|url_key|slug|email|code)$/;
/** Columns with HTML, which their readers decode, and with file names. */
const rawColumn = /^(text|image|gallery|.*description.*|.*content.*)$/;

/** The name of a category or an option for comparison, also as other shops export it (`&amp;`). */
export const nameKey = (name: string): string => cleanLine(decodeEntities(name)).toLowerCase();

const cleanCell = (cell: string): string => (numberText.test(cell) ? cleanNumber(cell) : cleanText(cell));

/** Cleans every cell of a file as people paste and export them (spec D34). */
export const cleanSheet = <Sheet extends Cells>(sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map(({ at, cells }) => ({
    at,
    cells: new Map([...cells].map(([column, cell]) => [cleanCode(column), cleanCell(cell)])),
  })),
  entities: sheet.entities.map((entity) => ({ ...entity, value: mapTexts(entity.value, cleanCell) })),
});

/**
 * Cleans the cells with a grammar: SKUs, paths and codes, and decodes the entities of names. A SKU that the shop stores in another spelling keeps
 * that spelling, so that the product is found.
 * @param storedSkus the stored spelling by the cleaned one, where they differ
 */
export function cleanCodes<Sheet extends Cells>(
  sheet: Sheet,
  storedSkus: ReadonlyMap<string, string>,
): Sheet {
  const clean = (cell: string, column: string): string => {
    if (skuColumn.test(column) || skuListColumn.test(column))
      return storedSpelling(cleanCode(cell), column, storedSkus);
    if (codeColumn.test(column)) return cleanCode(cell);
    return rawColumn.test(column) || !cell.includes('&') ? cell : cleanText(decodeEntities(cell));
  };
  return {
    ...sheet,
    rows: sheet.rows.map((row) => ({
      ...row,
      cells: new Map([...row.cells].map(([column, cell]) => [column, clean(cell, column)])),
    })),
    entities: sheet.entities.map((entity) => ({ ...entity, value: mapTexts(entity.value, clean) })),
  };
}

function storedSpelling(cell: string, column: string, storedSkus: ReadonlyMap<string, string>): string {
  if (storedSkus.size === 0) return cell;
  if (column === 'skus') return withStoredSkus(cell, storedSkus, ';');
  return skuListColumn.test(column) ? withStoredSkus(cell, storedSkus) : (storedSkus.get(cell) ?? cell);
}

type MapText = (text: string, field: string) => string;

/** Replaces the texts of an entity at any depth; `field` is the nearest name above a text. */
function mapTexts<Fields extends Record<string, unknown>>(fields: Fields, map: MapText): Fields {
  // The result has the fields of the input, with texts in place of texts.
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mapValue(value, name, map)]),
  ) as Fields;
}

function mapValue(value: unknown, field: string, map: MapText): unknown {
  if (typeof value === 'string') return map(value, field);
  if (Array.isArray(value)) return value.map((part: unknown) => mapValue(part, field, map));
  if (typeof value !== 'object' || value === null) return value;
  return mapTexts({ ...value }, map);
}
