import type { Db } from '../../db.ts';
import { notifyCatalogue } from './catalogue-write-store.ts';

/** The channel that announces changes of the catalogue. */
export const catalogueChannel = 'catalogue';

// PostgreSQL refuses a notification of 8,000 bytes; 500 ids stay below 6,000.
const maxIdsPerMessage = 500;
const maxIdsTotal = 2000;

/**
 * The messages that announce a change: the ids of the products to read, or everything when that is less
 * work.
 */
export function changeMessages(products: readonly number[] | 'all'): string[] {
  if (products === 'all' || products.length > maxIdsTotal) return ['{"all":true}'];
  const messages: string[] = [];
  for (let start = 0; start < products.length; start += maxIdsPerMessage)
    messages.push(JSON.stringify({ products: products.slice(start, start + maxIdsPerMessage) }));
  return messages;
}

/** Announces a change of the catalogue to every running API, in the same transaction. */
export async function announceChange(db: Db, products: readonly number[] | 'all'): Promise<void> {
  const messages = changeMessages(products);
  if (messages.length > 0) await notifyCatalogue(db, catalogueChannel, messages);
}
