import { centsToDecimal } from '@fynbos/core/money.ts';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { imagePath, productPath } from '../../paths.ts';
import { announceText } from '../state/cart-announcement.ts';
import { isUnpriced } from '../state/unpriced-line.ts';
import type { CartViewLine } from '../sync/cart-view.ts';
import { LineDiscount } from './cart-line-discount.tsx';
import { ChosenOptions, LineNotes } from './cart-line-notes.tsx';
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
    <article aria-label={line.name} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 py-4">
      <img
        src={imagePath([150, 150], line.image)}
        alt=""
        width={150}
        height={150}
        loading="lazy"
        className={`size-20 rounded-petal-small bg-picture object-contain ${line.inStock ? '' : 'opacity-50 grayscale'}`}
      />
      <div className="grid content-start gap-1">
        <h2 className="font-medium leading-snug">
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
        <ChosenOptions line={line} />
        <UnitPrice line={line} />
        <LineNotes line={line} />
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:col-span-1 sm:col-start-2">
        <div className="flex flex-1 flex-wrap items-center gap-x-1">
          <Stepper
            line={line}
            onRemoved={removed}
            more={(requestRemoval) => (
              <>
                <button
                  type="button"
                  className={quiet}
                  onClick={requestRemoval}
                  aria-label={t('cart.removeNamed', { name: line.name })}
                >
                  {t('cart.remove')}
                </button>
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
        </div>
        <RowTotal line={line} />
      </div>
    </article>
  );
}

/** Whether the line has chosen options or is one of several variants (CART-6). */
function mayBeEdited({ parentSku, options, product_type }: CartViewLine): boolean {
  return parentSku !== '' || options.length > 0 || product_type === 'bundle';
}

function UnitPrice({ line: { unit, original, qty } }: { line: CartViewLine }) {
  const { t, price } = useText();
  if (unit <= 0) return null;
  const isReduced = original > unit;
  if (qty === 1 && !isReduced) return null;
  return (
    <p className="tabular-nums text-muted text-sm">
      {t('cart.each', { price: price(centsToDecimal(unit)) })}
      {isReduced && (
        <s className="ml-2">
          <span className="sr-only">{t('product.was', { price: '' })}</span>
          {price(centsToDecimal(original))}
        </s>
      )}
    </p>
  );
}

function RowTotal({ line }: { line: CartViewLine }) {
  const { t, price } = useText();
  if (isUnpriced(line)) return <p className="font-semibold">{t('product.priceUnknown')}</p>;
  return (
    <p className="tabular-nums text-right font-bold text-lg">
      {price(centsToDecimal(line.row + line.discount))}
      <LineDiscount discount={line.discount} />
    </p>
  );
}
