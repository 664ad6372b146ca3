import { quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { useId } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { IconButton } from '../ui/button.tsx';

/**
 * The quantity field. A quantity that cannot be bought is reported at once beside the field; it is never
 * changed silently.
 */
export function QuantityField({
  value,
  available,
  minimum = 1,
  onChange,
}: {
  value: string;
  /** undefined means no limit */
  available: number | undefined;
  minimum?: number | undefined;
  onChange: (typed: string) => void;
}) {
  const { t } = useText();
  const id = useId();
  const problem = quantityProblem(value, available, minimum);
  const quantity = Number(value) || 0;
  const step = (change: number) => onChange(String(Math.max(minimum, quantity + change)));
  return (
    <div>
      <label htmlFor={id} className="mb-2 block font-semibold">
        {t('product.quantity')}
      </label>
      <div className="inline-flex items-center rounded-petal-small border border-control bg-surface">
        <IconButton
          icon="minus"
          label={t('product.decrease')}
          onClick={() => step(-1)}
          disabled={quantity <= minimum}
        />
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          className="tabular-nums h-11 w-14 text-center font-bold text-lg"
        />
        <IconButton
          icon="plus"
          label={t('product.increase')}
          onClick={() => step(1)}
          disabled={available !== undefined && quantity >= available}
        />
      </div>
      <p id={`${id}-problem`} role="alert" className="mt-1 min-h-6 font-semibold text-danger">
        {problem && messageOf(problem)}
      </p>
    </div>
  );

  function messageOf(why: NonNullable<typeof problem>): string {
    if (why === 'too_many') return t('stock.only', { maxQuantity: available ?? 0 });
    if (why === 'too_few') return t('stock.least', { minQuantity: minimum });
    return t(why === 'not_positive' ? 'quantity.notPositive' : 'quantity.notWhole');
  }
}
