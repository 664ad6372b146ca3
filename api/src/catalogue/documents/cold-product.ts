import { isCold } from '@fynbos/core/delivery/cold-goods.ts';
import { attributeLabel } from './attribute-label.ts';
import type { ProductRow } from './catalogue-store.ts';
import type { DocumentSources } from './document-sources.ts';

/** The attributes that say how a product is kept. */
export const storageAttributes = ['storage', 'product_type', 'product_subtype'] as const;

/**
 * Whether the product itself must stay cold, whatever its parts. Absent for other products: every field adds to the size
 * of lists.
 */
export function coldField(
  { attributes }: ProductRow,
  { shopLabels }: DocumentSources,
): { needs_cold?: true } {
  const [storage = '', type = '', subtype = ''] = storageAttributes.map((code) =>
    attributeLabel(attributes[code], shopLabels.get(code)),
  );
  return isCold({ storage, type, subtype }) ? { needs_cold: true } : {};
}
