import { centsToDecimal } from '@fynbos/core/money.ts';
import { shopPriceOf } from '@fynbos/core/pricing/price.ts';
import { priceAtQuantity, type QuantityPrice, quantityPrices } from '@fynbos/core/pricing/tier-prices.ts';
import type { PageProduct } from '../../catalogue/state/product-details.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/**
 * The lower prices of larger quantities, for this visitor.
 * @param prices those of the shopper's choices; left out, those of the product itself
 */
export function TierPrices({
  product,
  prices = quantityPricesOf(product),
}: {
  product: PageProduct;
  prices?: readonly QuantityPrice[] | undefined;
}) {
  const { t, price } = useText();
  if (prices.length === 0) return null;
  return (
    <ul className="tabular-nums mt-1 font-semibold text-accent">
      {prices.map(({ qty, unit }) => (
        <li key={qty}>{t('product.tier', { qty, price: price(centsToDecimal(unit)) })}</li>
      ))}
    </ul>
  );
}

function quantityPricesOf(product: PageProduct): QuantityPrice[] {
  const { tier_prices = [] } = product;
  return quantityPrices(tier_prices, (qty) => priceAtQuantity(shopPriceOf(product), tier_prices, qty));
}
