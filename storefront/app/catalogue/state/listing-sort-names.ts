import type { MessageId } from '../../platform/i18n/text.ts';

/** The message of each sort order of a list, by its key in the URL. */
export const listingSortNames: Readonly<Record<string, MessageId>> = {
  position: 'sort.position',
  final_price: 'sort.priceAscending',
  'final_price:desc': 'sort.priceDescending',
  unit_price_incl_tax: 'sort.unitPrice',
  sales_rank: 'sort.bestSelling',
  'saving_percent:desc': 'sort.saving',
  'created_at:desc': 'sort.newest',
};
