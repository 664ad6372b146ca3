import type { Db } from '../../../db.ts';
import { dropPrices, savePrices, saveTaxRules } from '../../../pricing/pricing-service.ts';
import { dropStoreStock, saveStock, saveStoreStock } from '../../../stock/stock-service.ts';
import { saveStores } from '../../../stores/store-service.ts';
import { announceChange } from '../../documents/catalogue-events.ts';
import {
  advanceIds,
  freeCategoryAddresses,
  freeProductAddresses,
  insertCategories,
  insertProducts,
  saveAttributes,
  saveChildren,
  saveOptions,
  savePlaces,
  updateCategories,
  updateProducts,
} from '../../documents/catalogue-write-store.ts';
import type { PlannedPart } from './import-module.ts';
import type { Plan } from './import-plan.ts';

const rowsAtOnce = 1000;

/** Reports how many of all rows have been written. */
export type OnWritten = (written: number, total: number) => void;

/** Writes a plan and publishes the change within the caller's transaction. */
export async function writePlan(
  db: Db,
  plan: Plan,
  parts: ReadonlyMap<string, PlannedPart>,
  onWritten: OnWritten,
): Promise<void> {
  const { products, prices, stock, storeStock, places, children } = plan;
  const total =
    products.insert.length +
    products.update.length +
    prices.length +
    stock.length +
    storeStock.length +
    places.size +
    children.size;
  let written = 0;
  const inParts = async <T>(rows: readonly T[], write: (part: T[]) => Promise<void>) => {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const part = rows.slice(start, start + rowsAtOnce);
      await write(part);
      written += part.length;
      onWritten(written, total);
    }
  };
  await writeReferenceData(db, plan);
  if (products.moved.length > 0) await freeProductAddresses(db, products.moved);
  await inParts(products.update, (rows) => updateProducts(db, rows));
  await inParts(products.insert, (rows) => insertProducts(db, rows));
  if (products.insert.length > 0) await advanceIds(db, 'product');
  await inParts(prices, (rows) => savePrices(db, rows));
  await dropPrices(db, plan.droppedPrices);
  await inParts(stock, (rows) => saveStock(db, rows));
  await inParts(storeStock, (rows) => saveStoreStock(db, rows));
  await dropStoreStock(db, plan.droppedStoreStock);
  await inParts([...places], (part) => writePlaces(db, part));
  await inParts([...children], (part) => writeChildren(db, part));
  for (const part of parts.values()) await part.write(db);
  await announce(db, plan, [...parts.values()]);
}

/** Taxes, stores, attributes and categories, which products depend on. */
async function writeReferenceData(
  db: Db,
  { taxRules, stores, attributes, options, categories }: Plan,
): Promise<void> {
  await saveTaxRules(db, taxRules);
  await saveStores(db, stores);
  const changed = [...attributes.insert, ...attributes.update];
  if (changed.length > 0) await saveAttributes(db, changed);
  if (attributes.insert.length > 0) await advanceIds(db, 'attribute');
  if (options.length > 0) await saveOptions(db, options);
  if (categories.moved.length > 0) await freeCategoryAddresses(db, categories.moved);
  if (categories.update.length > 0) await updateCategories(db, categories.update);
  if (categories.insert.length > 0) {
    await insertCategories(db, categories.insert);
    await advanceIds(db, 'category');
  }
}

async function writePlaces(db: Db, part: readonly [number, number[]][]): Promise<void> {
  await savePlaces(
    db,
    part.map(([product]) => product),
    part.flatMap(([product_id, ids]) => ids.map((category_id) => ({ product_id, category_id }))),
  );
}

async function writeChildren(db: Db, part: readonly [number, number[]][]): Promise<void> {
  await saveChildren(
    db,
    part.map(([parent]) => parent),
    part.flatMap(([parent_id, ids]) => ids.map((child_id, position) => ({ parent_id, child_id, position }))),
  );
}

async function announce(db: Db, plan: Plan, parts: readonly PlannedPart[]): Promise<void> {
  const { taxRules, stores, attributes, categories } = plan;
  const referenceDataChanged =
    taxRules.length + stores.length + plan.options.length + sizeOf(attributes) + sizeOf(categories) > 0;
  const changed = changedProducts(plan);
  const inMemory = parts.some((part) => part.inMemory && part.changed > 0);
  if (referenceDataChanged || inMemory) await announceChange(db, 'all');
  else if (changed.length > 0) await announceChange(db, changed);
}

function sizeOf(changes: { insert: unknown[]; update: unknown[] }): number {
  return changes.insert.length + changes.update.length;
}

/** Ids of every product whose document changed. */
function changedProducts({ products, stock, storeStock, droppedStoreStock, children }: Plan): number[] {
  const ids = [
    ...products.insert.map((row) => row.id),
    ...products.update.map((row) => row.id),
    ...[...stock, ...storeStock, ...droppedStoreStock].map((row) => row.product_id),
    ...children.keys(),
  ];
  return [...new Set(ids)];
}
