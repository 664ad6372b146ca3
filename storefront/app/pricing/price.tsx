import { differenceOf, type Measure, unitPrice } from '@fynbos/core/pricing/line-amount.ts';
import type { PriceFields } from '@fynbos/core/pricing/price.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { isUnknown } from './unknown-price.ts';

type Shown = Pick<
  PriceFields,
  'final_price_incl_tax' | 'original_price_incl_tax' | 'special_price_incl_tax'
> & {
  type_id?: string | undefined;
};

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
  if (isUnknown(of)) return <p className="font-semibold">{t('product.priceUnknown')}</p>;
  const special = isSpecial(of);
  const amount = price(of.final_price_incl_tax);
  return (
    <p className={`tabular-nums flex items-baseline gap-x-2 ${wrapping[size]}`}>
      <span className={`font-extrabold tracking-tight ${sizes[size]} ${special ? 'text-promotion' : ''}`}>
        {special && <span className="sr-only">{t('product.now', { price: '' })}</span>}
        {from ? <FromPrice text={t('product.from', { price: amount })} amount={amount} /> : amount}
      </span>
      {special && (
        <s className={`text-muted ${size === 'page' ? 'text-lg' : 'text-sm'}`}>
          <span className="sr-only">{t('product.was', { price: '' })}</span>
          {price(of.original_price_incl_tax)}
        </s>
      )}
    </p>
  );
}

const sizes = { card: 'text-xl', page: 'text-4xl' };
/** On a narrow card the original price is above: the prices of a row of cards share their baseline. */
const wrapping = { card: 'flex-wrap-reverse', page: 'flex-wrap' };

/** The amount saved by a special price; nothing without one. */
export function Saving({ of }: { of: Shown }) {
  const { t, price } = useText();
  if (!isSpecial(of)) return null;
  const saved = differenceOf(of.original_price_incl_tax, of.final_price_incl_tax);
  return (
    <span className="tabular-nums rounded-petal-small bg-promotion px-3 py-1 font-bold text-on-accent text-sm">
      {t('product.save', { amount: price(saved, { short: true }) })}
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
  isCompared = false,
}: {
  inclTax: number;
  measure: Measure | undefined;
  /** Whether unit prices are compared here: a pack of exactly one unit then shows its unit price, too. */
  isCompared?: boolean | undefined;
  /** Whether this is the lowest of several unit prices. */
  from?: boolean;
}) {
  const { t, price } = useText();
  const unit = unitPrice(inclTax, measure);
  const isOneUnit = measure?.[1] === measure?.[2];
  if (!unit || (isOneUnit && !isCompared)) return null;
  const unitPriceText = t('product.perUnit', { price: price(unit.amount), unit: t(`unit.${unit.unit}`) });
  return (
    <span className="tabular-nums">{from ? t('product.from', { price: unitPriceText }) : unitPriceText}</span>
  );
}

/** The unit price of a product in a list; of one with variants, their lowest. */
export function CardUnitPrice({
  product: { measured, measure, final_price_incl_tax },
  isCompared,
}: {
  product: { measured?: number; measure?: Measure; final_price_incl_tax: number };
  isCompared?: boolean | undefined;
}) {
  return (
    <UnitPriceText
      inclTax={measured ?? final_price_incl_tax}
      measure={measure}
      from={measured !== undefined}
      isCompared={isCompared}
    />
  );
}
