import type { Shopper } from '../records/cart-context.ts';
import type { LineFacts } from './line-facts.ts';
import { factsOf } from './product-facts.ts';

/** Whether any product of these lines must stay cold: the product, its parent, or a part of a bundle. */
export function hasColdLine({ view }: Pick<Shopper, 'view'>, lines: readonly LineFacts[]): boolean {
  return lines.some(({ facts, parent, units }) => {
    const parts = units.flatMap(({ id }) => view.catalogue.find(id) ?? []).map(factsOf);
    return [facts, ...(parent ? [parent] : []), ...parts].some(({ cold }) => cold);
  });
}
