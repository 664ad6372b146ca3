import { differenceOf, type Measure, unitPrice } from '@fynbos/core/pricing/line-amount.ts';
import type { PriceFields } from '@fynbos/core/pricing/price.ts';
import { useText } from '../platform/i18n/text-context.tsx';

type Shown = Pick<PriceFields, 'final_price_incl_tax' | 'original_price_incl_tax' | 'special_price_incl_tax'>;

/** The price, large; beside it the original price, struck through, while a special price applies. */
export function Price({
  of,
  from = false,
  size = 'card',
}: {
  of: Shown;
  /** Whether this is the lowest of several prices. */
  from?: boolean;
  size?: 'card' | 'page';
}) {
  const { t, price } = useText();
  if (!(of.final_price_incl_tax > 0)) return <p className="font-semibold">{t('product.priceUnknown')}</p>;
  const special = isSpecial(of);
  const amount = price(of.final_price_incl_tax);
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2">
      <span className={`font-extrabold tracking-tight ${sizes[size]} ${special ? 'text-protea' : ''}`}>
        {special && <span className="sr-only">{t('product.now', { price: '' })}</span>}
        {from ? <FromPrice text={t('product.from', { price: amount })} amount={amount} /> : amount}
      </span>
      {special && (
        <s className={`text-soft ${size === 'page' ? 'text-lg' : 'text-sm'}`}>
          <span className="sr-only">{t('product.was', { price: '' })}</span>
          {price(of.original_price_incl_tax)}
        </s>
      )}
    </p>
  );
}

const sizes = { card: 'text-xl', page: 'text-4xl' };

/** The amount saved by a special price; nothing without one. */
export function Saving({ of }: { of: Shown }) {
  const { t, price } = useText();
  if (!isSpecial(of)) return null;
  const saved = differenceOf(of.original_price_incl_tax, of.final_price_incl_tax);
  return (
    <span className="figures rounded-petal-small bg-protea px-3 py-1 font-bold text-on-leaf text-sm">
      {t('product.save', { amount: price(saved) })}
    </span>
  );
}

function isSpecial(of: Shown): boolean {
  return of.special_price_incl_tax > 0 && of.original_price_incl_tax > of.final_price_incl_tax;
}

/** «From R12.99»: the text small, the amount large, in the order of the language. */
function FromPrice({ text, amount }: { text: string; amount: string }) {
  const [before = '', after = ''] = text.split(amount);
  return (
    <>
      <span className="font-medium text-[0.6em] tracking-normal">{before}</span>
      {amount}
      <span className="font-medium text-[0.6em] tracking-normal">{after}</span>
    </>
  );
}

/** The price per kilogram, litre, unit or 100 g, for products with a comparable pack size. */
export function UnitPriceText({
  inclTax,
  measure,
  from = false,
}: {
  inclTax: number;
  measure: Measure | undefined;
  /** Whether this is the lowest of several unit prices. */
  from?: boolean;
}) {
  const { t, price } = useText();
  const unit = unitPrice(inclTax, measure);
  if (!unit) return null;
  const unitPriceText = t('product.perUnit', { price: price(unit.amount), unit: t(`unit.${unit.unit}`) });
  return (
    <span className="figures">{from ? t('product.from', { price: unitPriceText }) : unitPriceText}</span>
  );
}
