import {
  allowsMultiple,
  type BundleChoice,
  bundleKey,
  bundleParameterOf,
  chosen,
  linksOf,
  quantityOfLink,
  quantityParameterOf,
} from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import type { BundleOption } from '@fynbos/core/catalogue/entities.ts';
import { amountOf } from '@fynbos/core/pricing/line-amount.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isUnknown } from '../../pricing/unknown-price.ts';
import { type ChoiceProblem, partFinder } from '../state/product-configuration.ts';
import type { MissingPart, Part } from '../state/product-parts.ts';
import type { ChoiceState } from '../state/use-choices.ts';
import { Amount, fieldClass, OptionTitle, Problem } from './choice-fields.tsx';
import { PartLink, PartPicture } from './product-part.tsx';

/** A product that can be selected for an option, and its quantity. */
interface Selection {
  id: string;
  part: Part;
  qty: number;
}

interface Field {
  option: BundleOption;
  /** Key of the field's problem, and its element id. */
  id: string;
  selections: Selection[];
  choice: BundleChoice;
  problem: ChoiceProblem | undefined;
  change: (choice: BundleChoice) => void;
  leave: () => void;
}

/** The options of a bundle, each as its type requires (wire contract 8.4). */
export function BundleOptions({
  options,
  parts,
  state,
}: {
  options: readonly BundleOption[];
  parts: readonly (Part | MissingPart)[];
  state: ChoiceState;
}) {
  const { choices, shown, choose, leave } = state;
  const bySku = new Map(parts.flatMap((part) => ('name' in part ? [[part.sku, part] as const] : [])));
  const find = partFinder(parts);
  return options
    .toSorted((a, b) => a.position - b.position)
    .map((option) => {
      const id = bundleKey(option);
      const choice = choices.bundle[option.option_id] ?? { selections: [], qty: '1' };
      const selections = linksOf(option, find).flatMap((link) => {
        const part = bySku.get(link.sku);
        return part ? [{ id: link.id, part, qty: quantityOfLink(link) }] : [];
      });
      const change = (changed: BundleChoice) => {
        choose({ bundle: { ...choices.bundle, [option.option_id]: changed } });
        leave(id);
      };
      return (
        <OptionField
          key={id}
          {...{ option, id, choice, selections, change, problem: shown[id], leave: () => leave(id) }}
          available={find(bySku.get(skuOf(option, choice))?.sku ?? '')?.available}
        />
      );
    });
}

function skuOf({ product_links }: BundleOption, { selections }: BundleChoice): string {
  return product_links.find(({ id }) => id === selections[0])?.sku ?? '';
}

function OptionField({ available, ...field }: Field & { available: number | undefined }) {
  const { option, id, problem, choice, change, leave } = field;
  const isSelect = option.type === 'select' || option.type === 'drop_down';
  const hasAmount = !allowsMultiple(option) && choice.selections.length > 0;
  return (
    <fieldset id={id} aria-describedby={`${id}-problem`} className="min-w-0">
      <legend className="mb-1 font-semibold text-lg">
        <OptionTitle title={option.title} required={option.required} />
      </legend>
      {isSelect ? <SelectionField {...field} /> : <SelectionList {...field} />}
      {hasAmount && (
        <div className="mt-2">
          <Amount
            name={quantityParameterOf(option)}
            value={choice.qty}
            label={option.title}
            min={1}
            invalid={problem !== undefined}
            describedBy={`${id}-problem`}
            onChange={(qty) => change({ ...choice, qty })}
            onBlur={leave}
          />
        </div>
      )}
      <Problem id={`${id}-problem`} problem={problem} values={{ maxQuantity: available ?? 0 }} />
    </fieldset>
  );
}

function SelectionField({ option, id, selections, choice, change, problem, leave }: Field) {
  const { t, price } = useText();
  const current = selections.find((selection) => choice.selections.includes(selection.id));
  const labelOf = ({ part, qty }: Selection) => {
    const cost = part.final_price_incl_tax;
    const amount = isUnknown(part) ? t('product.priceUnknown') : price(amountOf(cost, qty));
    const out = part.stock.is_in_stock ? [] : [t('stock.out')];
    return [`${qty} × ${part.name}`, amount, ...out].join(' · ');
  };
  return (
    <div className="flex items-center gap-3">
      {current && <PartPicture part={current.part} />}
      <div className="min-w-0 flex-1">
        <select
          name={bundleParameterOf(option)}
          aria-label={option.title}
          required={option.required && !current}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          value={current?.id ?? ''}
          className={fieldClass}
          onBlur={leave}
          onChange={({ target }) => change(chosen(option, target.value === '' ? [] : [target.value]))}
        >
          {(!option.required || !current) && (
            <option value="">{t(option.required ? 'option.choose' : 'option.none')}</option>
          )}
          {selections.map((selection) => (
            <option key={selection.id} value={selection.id}>
              {labelOf(selection)}
            </option>
          ))}
        </select>
        {current && <PartLink part={current.part} />}
      </div>
    </div>
  );
}

/**
 * Radios or checkboxes. Before scripts run, an empty value among the checkboxes signals that none is
 * checked.
 */
function SelectionList({ option, selections, choice, change }: Field) {
  const { t } = useText();
  const several = allowsMultiple(option);
  const name = bundleParameterOf(option);
  const toggle = (id: string, on: boolean) => {
    const after = selections
      .map((selection) => selection.id)
      .filter((selectionId) =>
        selectionId === id ? on : several && choice.selections.includes(selectionId),
      );
    change(chosen(option, after));
  };
  return (
    <>
      {several && <input type="hidden" name={name} value="" />}
      {!several && !option.required && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value=""
            checked={choice.selections.length === 0}
            onChange={() => change(chosen(option, []))}
            className="size-5 shrink-0 accent-accent"
          />
          {t('option.none')}
        </label>
      )}
      <ul>
        {selections.map(({ id, part, qty }) => (
          <li key={id} className="flex items-center gap-3 border-divider border-t py-2 last:border-b">
            <label className="flex min-w-0 flex-1 items-center gap-3">
              <input
                type={several ? 'checkbox' : 'radio'}
                name={name}
                value={id}
                checked={choice.selections.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
                className="size-5 shrink-0 accent-accent"
              />
              <PartPicture part={part} />
              <PartDescription part={part} qty={qty} />
            </label>
            <PartLink part={part} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PartDescription({ part, qty }: { part: Part; qty: number }) {
  const { t, price } = useText();
  const cost = part.final_price_incl_tax;
  return (
    <span className="min-w-0">
      <span className="tabular-nums">{qty} × </span>
      {part.name}
      <span className="tabular-nums block text-muted">
        {isUnknown(part) ? t('product.priceUnknown') : price(amountOf(cost, qty))}
        {!part.stock.is_in_stock && <span className="ml-2 font-semibold text-danger">{t('stock.out')}</span>}
      </span>
    </span>
  );
}
