import type { Attribute, Category, Product } from '../catalogue/entities.ts';
import type { CmsNode } from '../content/cms.ts';
import type { CmsBlock, CmsPage, Review } from '../content/contract.ts';
import type { TaxRule } from '../pricing/tax.ts';

/**
 * The documents that a search returns, by entity (wire contract 1.5 and 1.8). The fields that a search leaves
 * out (`includeFields`, `excludeFields`) are absent.
 */
export interface Entities {
  product: Product;
  category: Category;
  attribute: Attribute;
  taxrule: TaxRule;
  review: Review;
  cms_page: CmsPage;
  cms_block: CmsBlock;
  cms_hierarchy: CmsNode;
}

export type EntityName = keyof Entities;

type Kind = 'string' | 'number' | 'boolean' | 'list' | 'record';
type KindOf<Value> = unknown extends Value
  ? Kind
  : Value extends string
    ? 'string'
    : Value extends number
      ? 'number'
      : Value extends boolean
        ? 'boolean'
        : Value extends readonly unknown[]
          ? 'list'
          : 'record';

/** The fields by which documents are identified, linked and walked through. */
const checkedFields: {
  readonly [Name in EntityName]: {
    readonly [Field in keyof Entities[Name]]?: KindOf<Entities[Name][Field]>;
  };
} = {
  product: {
    id: 'number',
    sku: 'string',
    name: 'string',
    url_path: 'string',
    category_ids: 'list',
    configurable_options: 'list',
    configurable_children: 'list',
    bundle_options: 'list',
    custom_options: 'list',
    stock: 'record',
  },
  category: { id: 'number', name: 'string', url_path: 'string', parent_ids: 'list', children_data: 'list' },
  attribute: { attribute_code: 'string', options: 'list' },
  taxrule: { code: 'string', rates: 'list' },
  review: { id: 'number', title: 'string', detail: 'string', nickname: 'string', rating: 'number' },
  cms_page: { identifier: 'string', title: 'string', content: 'string', headings: 'list' },
  cms_block: { identifier: 'string', title: 'string', content: 'string' },
  cms_hierarchy: { identifier: 'string', title: 'string', children: 'list' },
};

/** Whether a value is a document of this entity: each checked field is absent or has its kind. */
export function isEntity<Name extends EntityName>(name: Name, value: unknown): value is Entities[Name] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(checkedFields[name]).every(([field, kind]) => {
    const fieldValue: unknown = Reflect.get(value, field);
    return fieldValue === undefined || fieldValue === null || kindOf(fieldValue) === kind;
  });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'record' : typeof value;
}
