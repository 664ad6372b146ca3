import { type QuantityProblem, quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { cart } from '../state/current-cart.ts';
import type { CartViewLine } from '../sync/cart-view.ts';

/** Puts a removed line back. */
export type Undo = () => Promise<void>;

interface Props {
  line: CartViewLine;
  onRemoved: (undo: Undo) => void;
}

/**
 * Quantity control of a line. Changes show at once; 0 removes the line after a confirmation (spec commerce 5).
 * @param more content beside the control, given a function that requests removal
 */
export function Stepper({
  line,
  onRemoved,
  fills = false,
  more,
}: Props & { fills?: boolean; more?: (requestRemoval: () => void) => React.ReactNode }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => onRemoved(await cart.remove([line.key]));
  const requestRemoval = () =>
    apiSettings().switches.askBeforeRemoving ? setConfirming(true) : void remove();
  const set = (qty: number) =>
    qty < (line.minimum ?? 1) ? requestRemoval() : void cart.setQuantity(line.key, qty);
  if (isConfirming)
    return <RemovalConfirm line={line} onCancel={() => setConfirming(false)} remove={() => void remove()} />;
  return (
    <>
      <Steps line={line} set={set} fills={fills} />
      {more?.(requestRemoval)}
    </>
  );
}

function Steps({ line, set, fills }: { line: CartViewLine; set: (qty: number) => void; fills: boolean }) {
  const { t } = useText();
  const id = useId();
  const { available, minimum = 1, qty, name } = line;
  const max = line.inStock && available !== null ? available : undefined;
  const { typed, type, end, step, problem, why } = useTyped({ qty, max, minimum, set });
  const isAtMax = max !== undefined && qty >= max;
  return (
    <div className={fills ? 'w-full' : ''}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its parts out in a row everywhere */}
      <div
        role="group"
        aria-label={t('cart.quantityOf', { name })}
        className={`inline-flex items-center rounded-petal-small border border-control bg-surface ${fills ? 'w-full justify-between' : ''}`}
      >
        <IconButton
          icon="minus"
          label={t(qty > minimum ? 'cart.oneLess' : 'cart.removeNamed', { name })}
          onClick={() => step(qty - 1)}
        />
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('cart.quantityOf', { name })}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={end}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The confirmation that follows takes the focus and must not react to the same key press.
            event.preventDefault();
            end();
          }}
          className="tabular-nums quantity-width h-11 bg-transparent text-center font-bold"
        />
        <IconButton
          icon="plus"
          label={t('cart.oneMore', { name })}
          aria-disabled={isAtMax}
          aria-describedby={`${id}-problem`}
          className="aria-disabled:opacity-40"
          onClick={() => !isAtMax && step(qty + 1)}
        />
      </div>
      <p id={`${id}-problem`} role="alert" className="mt-2 font-semibold text-danger text-sm empty:hidden">
        {why && t(messages[why], { maxQuantity: max ?? 0, minQuantity: minimum })}
        {!why && isAtMax && qty > 1 && (
          <span className="font-normal text-muted">{t('stock.only', { maxQuantity: max })}</span>
        )}
      </p>
    </div>
  );
}

const messages = {
  not_whole: 'quantity.notWhole',
  not_positive: 'quantity.notPositive',
  too_few: 'stock.least',
  too_many: 'stock.only',
} as const;

/**
 * The quantity being typed. It is applied when the field loses focus: instead of a higher quantity the maximum,
 * and otherwise an invalid one is reset. The message stays until the quantity changes again.
 */
function useTyped({ qty, max, minimum, set }: Applying) {
  const [typing, setTyping] = useState<string>();
  const [refused, setRefused] = useState<{ why: QuantityProblem; qty: number }>();
  const typed = (typing ?? String(qty)).trim();
  const problem = typed === '0' ? undefined : quantityProblem(typed, max, minimum);
  const type = (value: string) => {
    setTyping(value);
    setRefused(undefined);
  };
  const end = () => {
    if (typing === undefined) return;
    const isTooMany = problem === 'too_many' && max !== undefined && max >= minimum;
    const next = isTooMany ? max : problem ? qty : Number(typed);
    setTyping(undefined);
    setRefused(problem && { why: problem, qty: next });
    if (next !== qty) set(next);
  };
  const step = (next: number) => {
    setRefused(undefined);
    set(next);
  };
  const why = problem ?? (refused?.qty === qty ? refused.why : undefined);
  return { typed, type, end, step, problem, why };
}

interface Applying {
  qty: number;
  max: number | undefined;
  minimum: number;
  set: (qty: number) => void;
}

/** Asks «Remove this product?» in place of the quantity. */
function RemovalConfirm({
  line,
  onCancel,
  remove,
}: {
  line: CartViewLine;
  onCancel: () => void;
  remove: () => void;
}) {
  const { t } = useText();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const id = useId();
  const small = 'min-h-11 flex-1 rounded-petal-small px-3 font-semibold';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape means no, as it does in a dialog
    <div
      className="flex w-full flex-wrap items-center gap-x-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Escape closes nothing else.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={id} className="w-full text-sm">
        <span className="sr-only">{line.name}: </span>
        {t('cart.removeAsk')}
      </p>
      <button
        ref={first}
        type="button"
        aria-describedby={id}
        onClick={remove}
        className={`${small} bg-accent text-on-accent hover:bg-accent-strong`}
      >
        {t('cart.remove')}
      </button>
      <button type="button" onClick={onCancel} className={`${small} border border-control bg-surface`}>
        {t('cart.keep')}
      </button>
    </div>
  );
}
