import { isCold } from '@fynbos/core/delivery/cold-goods.ts';
import { attributeLabel } from '../../catalogue/attribute-label.ts';
import type { Carts, Shopper } from '../records/cart-context.ts';
import type { LineFacts } from './line-facts.ts';
import { factsOf, type ProductFacts } from './product-facts.ts';

/** Whether any product of these lines must stay cold: the product, its parent, or a part of a bundle. */
export function hasColdLine(
  { views }: Pick<Carts, 'views'>,
  { view }: Pick<Shopper, 'view'>,
  lines: readonly LineFacts[],
): boolean {
  // Labels in the language of the shop: those of a view may be translated.
  const attributes = views.standard.catalogue.attributes();
  const isColdProduct = ({ storage }: ProductFacts): boolean =>
    isCold({
      storage: attributeLabel(storage.storage, attributes.get('storage')),
      type: attributeLabel(storage.type, attributes.get('product_type')),
      subtype: attributeLabel(storage.subtype, attributes.get('product_subtype')),
    });
  return lines.some(({ facts, parent, units }) => {
    const parts = units.flatMap(({ id }) => view.catalogue.find(id) ?? []).map(factsOf);
    return [facts, ...(parent ? [parent] : []), ...parts].some(isColdProduct);
  });
}
