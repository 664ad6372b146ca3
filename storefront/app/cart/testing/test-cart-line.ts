import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import type { NewLine } from '../sync/cart-view.ts';

/** A simple product that can be added to a cart, R10.00 each. */
export function newLine(sku: string, more: Partial<NewLine> = {}): NewLine {
  return {
    sku,
    parentSku: '',
    product_option: productOption(),
    product_type: 'simple',
    name: `Product ${sku}`,
    image: '',
    url_path: sku.toLowerCase(),
    options: [],
    unit: 1000,
    original: 1000,
    inStock: true,
    available: null,
    status: 1,
    configured: true,
    ...more,
  };
}
