import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { NewTaxRule, PriceRow } from '../../../pricing/pricing-service.ts';
import type { StoreStock } from '../../../stock/read-store.ts';
import type { NewStore } from '../../../stores/store-service.ts';
import type {
  AttributeRecord,
  CategoryRecord,
  OptionRecord,
  ProductRecord,
} from '../../documents/catalogue-write-store.ts';

/** Everything an import will write: only the differences from the shop. */
export interface Plan {
  taxRules: NewTaxRule[];
  attributes: Changes<AttributeRecord>;
  options: OptionRecord[];
  categories: Changes<CategoryRecord> & { moved: number[] };
  products: Changes<ProductRecord> & { moved: number[] };
  prices: PriceRow[];
  droppedPrices: { product_id: number; store_code: string }[];
  stock: Stock[];
  stores: NewStore[];
  storeStock: StoreStock[];
  droppedStoreStock: Pick<StoreStock, 'product_id' | 'store_code'>[];
  places: Map<number, number[]>;
  children: Map<number, number[]>;
}

export interface Changes<T> {
  insert: T[];
  update: T[];
}

/** Whether two values have equal JSON, regardless of the order of their fields. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
