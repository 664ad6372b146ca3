import { centsToDecimal } from '@fynbos/core/money.ts';
import { measureOf } from '@fynbos/core/pricing/unit-price.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';

/** Converts a product of the snapshot to a card. */
export function offlineCard(product: SnapshotProduct): CardProduct {
  const { id, sku, type_id, name, url_path, image, brand, packsize, choose } = product;
  const measure = packsize ? measureOf(packsize) : undefined;
  return {
    ...{ id, sku, type_id, name, url_path, image },
    ...(brand && { brand }),
    ...(choose && { choose }),
    final_price_incl_tax: centsToDecimal(product.price),
    original_price_incl_tax: centsToDecimal(product.was || product.price),
    special_price_incl_tax: centsToDecimal(product.was ? product.price : 0),
    stock: { is_in_stock: product.inStock },
    ...(measure && { measure }),
    ...(measure && product.measured && { measured: centsToDecimal(product.measured) }),
  };
}
