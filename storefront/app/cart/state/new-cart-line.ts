import { optionLabels } from '@fynbos/core/cart/option-labels.ts';
import { linkable } from '@fynbos/core/catalogue/entities.ts';
import { productOption } from '@fynbos/core/catalogue/product-option.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { decimalToCents } from '@fynbos/core/money.ts';
import { shopPriceOf } from '@fynbos/core/pricing/price.ts';
import { priceAtQuantity } from '@fynbos/core/pricing/tier-prices.ts';
import { maxPurchasable, minPurchasable, unitsLeft } from '@fynbos/core/stock/quantity.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import type { Configurable, Configured } from '../../catalogue/state/product-configuration.ts';
import { unitOf } from '../../pricing/unknown-price.ts';
import type { ItemStock } from '../../stock/stock-state.ts';
import type { NewLine } from '../sync/cart-view.ts';

/** A page shows no disabled products; the shop reports later changes when it is called. */
const status = linkable;

/** The cart line of a card: a product without options. */
export function lineOfCard(product: CardProduct): NewLine {
  const { sku, type_id, name, image, url_path, stock } = product;
  return {
    ...{ sku, name, image, url_path, status, parentSku: '', options: [], configured: true },
    product_type: type_id,
    product_option: productOption(),
    unit: centsOf(product.final_price_incl_tax),
    original: centsOf(product.original_price_incl_tax),
    inStock: stock?.is_in_stock ?? true,
    available: unitsLeft(stock) ?? null,
    minimum: minPurchasable(stock),
  };
}

/**
 * The cart lines of a product page in its current configuration, each with its quantity per unit: for a
 * group one line for each part.
 * @param stock the stock of the product, as last reported by the shop
 */
export function linesOf(
  of: Configurable,
  configured: Configured,
  stock: ItemStock | undefined,
): { line: NewLine; qty: number }[] {
  if (of.product.type_id === 'grouped') return partLines(of, configured);
  const { product, variant } = of;
  const shown = variant ?? product;
  const [{ product_option } = { product_option: productOption() }] = configured.lines;
  const image = variant?.image && variant.image !== 'no_selection' ? variant.image : product.image;
  const isWhole = product.type_id !== 'configurable' || variant !== undefined;
  const line: NewLine = {
    ...{ sku: shown.sku, status, image, product_option },
    parentSku: variant ? product.sku : '',
    name: product.name,
    url_path: product.url_path,
    product_type: product.type_id,
    options: optionLabelsOf(of, product_option),
    unit: unitOf(configured.price),
    original: configured.price.original_incl_tax,
    inStock: (stock ?? shown.stock)?.is_in_stock !== false && configured.inStock,
    available: minOf(maxPurchasable(stock ?? shown.stock), configured.available),
    minimum: minPurchasable(stock ?? shown.stock),
    configured: isWhole && Object.keys(configured.problems).length === 0,
  };
  return [{ line, qty: 1 }];
}

function partLines({ parts }: Configurable, { lines, problems }: Configured) {
  const configured = Object.keys(problems).length === 0;
  return lines.flatMap(({ sku, qty, product_option }) => {
    const part = parts.find((candidate) => candidate.sku === sku);
    if (!part || !('name' in part) || qty <= 0) return [];
    const line: NewLine = {
      ...{ sku, product_option, status, configured, parentSku: '', product_type: 'simple', options: [] },
      ...{ name: part.name, image: part.image, url_path: part.url_path },
      unit: priceAtQuantity(shopPriceOf(part), part.tier_prices ?? [], qty).final_incl_tax,
      original: centsOf(part.original_price_incl_tax),
      inStock: part.stock.is_in_stock,
      available: maxPurchasable(part.stock) ?? null,
      minimum: minPurchasable(part.stock),
    };
    return [{ line, qty }];
  });
}

function optionLabelsOf({ product, parts, variant }: Configurable, option: NewLine['product_option']) {
  const nameOf = (sku: string) => {
    const part = parts.find((candidate) => candidate.sku === sku);
    return part && 'name' in part ? part.name : undefined;
  };
  return optionLabels(
    {
      configurable_options: variant ? product.configurable_options : [],
      valueOf: (code) => variant && childValue(variant, code),
      custom_options: product.custom_options ?? [],
      bundle_options: product.bundle_options ?? [],
      nameOf,
    },
    option,
  );
}

function minOf(...limits: (number | undefined)[]): number | null {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length > 0 ? Math.min(...known) : null;
}

const centsOf = (decimal: number) => decimalToCents(decimal) ?? 0;
