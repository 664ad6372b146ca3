import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { ChoiceProblem } from '../state/product-configuration.ts';

export const fieldClass =
  'min-h-11 w-full rounded-petal-small border border-control bg-surface px-3 py-2 aria-invalid:border-2 aria-invalid:border-danger';

/** The title of an option, marked when it is optional. */
export function OptionTitle({ title, required }: { title: string; required: boolean }) {
  const { t } = useText();
  return (
    <>
      {title}
      {!required && <span className="ml-2 font-normal text-muted text-sm">{t('option.optional')}</span>}
    </>
  );
}

const sentences = {
  required: 'option.required',
  too_long: 'option.tooLong',
  unknown_value: 'option.unknownValue',
  not_a_date: 'option.notADate',
  not_offered: 'option.notOffered',
  not_loaded: 'option.notLoaded',
  not_positive: 'option.notPositive',
  negative: 'option.negative',
  not_whole: 'quantity.notWhole',
  too_few: 'stock.least',
  too_many: 'stock.only',
} as const satisfies Record<ChoiceProblem, MessageId>;

/** The problem of an option, shown at the option. `values` are the numbers its sentence needs. */
export function Problem({
  id,
  problem,
  values = {},
}: {
  id: string;
  problem: ChoiceProblem | undefined;
  values?: { maxQuantity?: number; minQuantity?: number; count?: number };
}) {
  const { t } = useText();
  const messageValues = { maxQuantity: 0, minQuantity: 1, count: 0, ...values };
  return (
    <p id={id} className="mt-1 font-semibold text-danger empty:hidden">
      {problem && t(sentences[problem], messageValues)}
    </p>
  );
}

/** The quantity field of one part. */
export function Amount({
  name,
  value,
  label,
  min,
  invalid,
  describedBy,
  onChange,
  onBlur,
}: {
  name: string;
  value: string;
  /** Name of the part. */
  label: string;
  min: 0 | 1;
  invalid: boolean;
  describedBy: string;
  onChange: (typed: string) => void;
  onBlur: () => void;
}) {
  const { t } = useText();
  const number = Number(value) || 0;
  const step = (delta: number) => onChange(String(Math.max(min, number + delta)));
  return (
    <div className="inline-flex items-center rounded-petal-small border border-control bg-surface">
      <IconButton
        icon="minus"
        label={t('option.fewer', { name: label })}
        disabled={number <= min}
        onClick={() => step(-1)}
        className="noscript:hidden"
      />
      <input
        name={name}
        aria-label={t('option.quantityOf', { name: label })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={value}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className="tabular-nums h-11 w-12 text-center font-bold"
      />
      <IconButton
        icon="plus"
        label={t('option.more', { name: label })}
        onClick={() => step(1)}
        className="noscript:hidden"
      />
    </div>
  );
}
