import { centsToDecimal, timesQuantity } from '@fynbos/core/money.ts';
import { Link } from 'react-router';
import { ChosenOptions } from '../../catalogue/components/chosen-options.tsx';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { imagePath, productPath } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { announceText } from '../state/cart-announcement.ts';
import { isUnpriced } from '../state/unpriced-line.ts';
import type { CartViewLine } from '../sync/cart-view.ts';
import { LineDiscount } from './cart-line-discount.tsx';
import { LineNotes, useIsStockConfirmed } from './cart-line-notes.tsx';
import { Stepper, type Undo } from './quantity-stepper.tsx';

const quiet = 'min-h-11 px-2 font-semibold text-accent text-sm underline-offset-4 hover:underline';

/** One line of the cart: product, chosen options, problems, quantity and row total. */
export function LineView({
  line,
  onRemoved,
  onEdit,
}: {
  line: CartViewLine;
  onRemoved: (undo: Undo) => void;
  /** Opens the edit mode; undefined where lines cannot be edited. */
  onEdit?: ((line: CartViewLine) => void) | undefined;
}) {
  const { t } = useText();
  const removed = (undo: Undo) => {
    announceText(t('cart.removed', { name: line.name }));
    onRemoved(undo);
  };
  return (
    <article
      aria-label={line.name}
      className="relative grid grid-cols-[min(4.5rem,20vw)_minmax(0,1fr)] gap-x-3 pb-1"
    >
      <img
        src={imagePath([150, 150], line.image)}
        alt=""
        width={150}
        height={150}
        loading="lazy"
        className={`mt-2 h-auto w-full rounded-petal-small bg-picture object-contain ${line.inStock ? '' : 'opacity-50 greyed'}`}
      />
      <div className="min-w-0">
        <div className="grid min-h-11 content-center pr-11">
          <h2 className="font-medium text-sm leading-tight">
            <Link
              to={productPath(
                { ...line, sku: line.parentSku || line.sku },
                line.parentSku ? line.sku : undefined,
              )}
              className="inline-flex min-h-6 items-center hover:text-accent hover:underline"
            >
              {line.name}
            </Link>
          </h2>
          <ChosenOptions options={line.options} />
          <UnitPrices line={line} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 pt-1">
          <Stepper
            line={line}
            onRemoved={removed}
            more={(requestRemoval) => (
              <>
                <IconButton
                  icon="close"
                  label={t('cart.removeNamed', { name: line.name })}
                  onClick={requestRemoval}
                  className="absolute top-1 right-0 text-muted"
                />
                {onEdit && mayBeEdited(line) && (
                  <button
                    type="button"
                    className={quiet}
                    onClick={() => onEdit(line)}
                    aria-label={t('cart.editNamed', { name: line.name })}
                  >
                    {t('cart.edit')}
                  </button>
                )}
              </>
            )}
          />
          <RowTotal line={line} />
        </div>
        <LineNotes line={line} />
      </div>
    </article>
  );
}

/** Whether the line has chosen options or is one of several variants (CART-6). */
function mayBeEdited({ parentSku, options, product_type }: CartViewLine): boolean {
  return parentSku !== '' || options.length > 0 || product_type === 'bundle';
}

/** The price of one unit where there are several, and per kilogram as lists show it; and the confirmed stock. */
function UnitPrices({ line }: { line: CartViewLine }) {
  const { t, price } = useText();
  const { unit, qty, unitPrice } = line;
  const isConfirmed = useIsStockConfirmed(line);
  return (
    <p className="tabular-nums flex flex-wrap gap-x-2 text-muted text-xs empty:hidden">
      {unit > 0 && qty > 1 && <span>{t('cart.each', { price: price(centsToDecimal(unit)) })}</span>}
      {unitPrice && (
        <span>
          {t('product.perUnit', { price: price(unitPrice.amount), unit: t(`unit.${unitPrice.unit}`) })}
        </span>
      )}
      {isConfirmed && <span className="text-accent">{t('stock.in')}</span>}
    </p>
  );
}

/** The full price of the line: the lines add up to the subtotal. The price before a reduction is struck through. */
function RowTotal({ line }: { line: CartViewLine }) {
  const { t, price } = useText();
  if (isUnpriced(line)) return <p className="font-semibold">{t('product.priceUnknown')}</p>;
  const { unit, original, qty, row, discount } = line;
  return (
    <p className="tabular-nums ml-auto text-right font-bold">
      {original > unit && (
        <s className="mr-2 font-normal text-muted text-xs">
          <span className="sr-only">{t('product.was', { price: '' })}</span>
          {price(centsToDecimal(timesQuantity(original, qty)))}
        </s>
      )}
      {price(centsToDecimal(row + discount))}
      <LineDiscount discount={discount} />
    </p>
  );
}
