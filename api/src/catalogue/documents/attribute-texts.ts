import type { StoreView } from '@fynbos/core/shop.ts';
import type { Db } from '../../db.ts';
import { type CatalogueText, catalogueTexts } from '../labels/catalogue-labels.ts';
import { readAttributes, readOptionsLabelled } from './catalogue-store.ts';

/** The names of all attributes, and of the options with one of these names in a store view, as the database has them. */
export async function attributeTexts(
  db: Db,
  optionNames: readonly string[],
  view: StoreView,
): Promise<CatalogueText[]> {
  return [
    ...catalogueTexts(await readAttributes(db), 'frontend_label'),
    ...catalogueTexts(await readOptionsLabelled(db, optionNames, view), 'label'),
  ];
}
