import {
  type CustomChoices,
  customKey,
  customParameterOf,
  idsOf,
  inputKindOf,
  maxCharactersOf,
  offeredOptions,
} from '@fynbos/core/catalogue/choices/custom-choices.ts';
import type { CustomOption } from '@fynbos/core/catalogue/entities.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { type ChosenValue, withOptions } from '@fynbos/core/pricing/option-prices.ts';
import { type ShopPrice, shopPriceOf } from '@fynbos/core/pricing/price.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { ChoiceProblem, Configurable } from '../state/product-configuration.ts';
import type { ChoiceState } from '../state/use-choices.ts';
import { fieldClass, OptionTitle, Problem } from './choice-fields.tsx';

interface Field {
  option: CustomOption;
  /** Key of the field's problem, and its element id. */
  id: string;
  value: string;
  base: ShopPrice;
  problem: ChoiceProblem | undefined;
  change: (value: string) => void;
  leave: () => void;
}

/** The options of a product, each as its type requires (wire contract 8.4). */
export function CustomOptions({
  options,
  base,
  state,
}: {
  options: readonly CustomOption[];
  base: Configurable;
  state: ChoiceState;
}) {
  const { choices, shown, choose, leave } = state;
  const productPrice = shopPriceOf(base.variant ?? base.product);
  return offeredOptions(options).map((option) => {
    const id = customKey(option);
    const change = (value: string) => {
      const custom: CustomChoices = { ...choices.custom, [option.option_id]: value };
      choose({ custom });
    };
    const value = choices.custom[option.option_id] ?? '';
    return (
      <OptionField
        key={id}
        {...{ option, id, value, base: productPrice, problem: shown[id], change, leave: () => leave(id) }}
      />
    );
  });
}

function OptionField(field: Field) {
  const { option, id } = field;
  const { t } = useText();
  const inputKind = inputKindOf(option);
  if (!inputKind) {
    return (
      <div>
        <p className="font-semibold">{option.title}</p>
        <p className="mt-1 font-semibold text-danger">{t('option.notOffered')}</p>
      </div>
    );
  }
  const isSelect = option.type === 'drop_down' || option.type === 'select';
  if ((inputKind === 'one' && !isSelect) || inputKind === 'several') return <ValueList {...field} />;
  return (
    <div>
      <label htmlFor={id} className="mb-2 flex flex-wrap items-baseline gap-x-2 font-semibold">
        <span>
          <OptionTitle title={option.title} required={option.is_require} />
        </span>
        {!isSelect && <Added base={field.base} value={ownPrice(option)} />}
      </label>
      {isSelect ? <ValueSelect {...field} /> : <TextField {...field} />}
      <Problem id={`${id}-problem`} problem={field.problem} values={{ count: maxCharactersOf(option) }} />
    </div>
  );
}

/** Attributes shared by all fields. */
function fieldAttributes({ option, id, problem }: Field) {
  return {
    id,
    name: customParameterOf(option),
    required: option.is_require,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-problem`,
  };
}

function TextField(field: Field) {
  const { t } = useText();
  const { option, value, change, leave } = field;
  const shared = {
    ...fieldAttributes(field),
    value,
    className: fieldClass,
    onBlur: leave,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change(event.target.value),
  };
  const maxCharacters = option.max_characters;
  return (
    <>
      {option.type === 'area' ? (
        <textarea rows={3} {...shared} />
      ) : (
        <input type={option.type === 'date' ? 'date' : 'text'} autoComplete="off" {...shared} />
      )}
      {maxCharacters !== undefined && (
        <p className="mt-1 text-muted text-sm">{t('option.most', { count: maxCharacters })}</p>
      )}
    </>
  );
}

function ValueSelect(field: Field) {
  const { t, price } = useText();
  const { option, value, base, change, leave } = field;
  return (
    <select
      {...fieldAttributes(field)}
      value={value}
      className={fieldClass}
      onBlur={leave}
      onChange={(event) => {
        change(event.target.value);
        leave();
      }}
    >
      <option value="">{t(option.is_require ? 'option.choose' : 'option.none')}</option>
      {inOrder(option).map((choice) => (
        <option key={choice.option_type_id} value={choice.option_type_id}>
          {[choice.title, ...added(base, choice).map((amount) => signed(price(amount), amount))].join(' ')}
        </option>
      ))}
    </select>
  );
}

/** Radios or checkboxes in a named group. */
function ValueList({ option, id, value, base, problem, change, leave }: Field) {
  const { t } = useText();
  const several = inputKindOf(option) === 'several';
  const chosen = new Set(several ? idsOf(value) : [value]);
  const name = customParameterOf(option);
  const toggle = (valueId: string, on: boolean) => {
    const ids = inOrder(option).map(({ option_type_id }) => String(option_type_id));
    const after = ids.filter((candidateId) => (candidateId === valueId ? on : chosen.has(candidateId)));
    change(several ? after.join(',') : valueId);
    leave();
  };
  const values = inOrder(option).map((choice) => ({ ...choice, id: String(choice.option_type_id) }));
  const free: ChosenValue = { option_type_id: 0, price_type: 'fixed', price: 0 };
  const none = { ...free, id: '', title: t('option.none') };
  return (
    <fieldset id={id} aria-describedby={`${id}-problem`}>
      <legend className="mb-1 font-semibold">
        <OptionTitle title={option.title} required={option.is_require} />
      </legend>
      {[...(several || option.is_require ? [] : [none]), ...values].map((choice) => (
        <label key={choice.id} className="flex min-h-11 items-center gap-3">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            value={choice.id}
            checked={chosen.has(choice.id)}
            onChange={(event) => toggle(choice.id, event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{choice.title}</span>
          <Added base={base} value={choice} />
        </label>
      ))}
      <Problem id={`${id}-problem`} problem={problem} />
    </fieldset>
  );
}

function inOrder({ values }: CustomOption): CustomOption['values'] {
  return values.toSorted((a, b) => a.sort_order - b.sort_order);
}

/** The price of a text option, in the form of a value. */
function ownPrice({ option_id, price = 0, price_type = 'fixed' }: CustomOption): ChosenValue {
  return { option_type_id: option_id, price, price_type };
}

/** «+R3.00»: the current surcharge of a value. A percentage is shown as the resulting amount. */
function Added({ base, value }: { base: ShopPrice; value: ChosenValue }) {
  const { price } = useText();
  return added(base, value).map((amount) => (
    <span key="added" className="tabular-nums font-normal text-muted">
      {signed(price(amount), amount)}
    </span>
  ));
}

/** The surcharge, tax included, as a list of one; empty when nothing is added or the price is unknown. */
function added(base: ShopPrice, value: ChosenValue): number[] {
  const cents = withOptions(base, [value]).final_incl_tax - base.final_incl_tax;
  return cents === 0 ? [] : [centsToDecimal(cents)];
}

/** A negative price already has its minus sign. */
const signed = (written: string, amount: number) => (amount > 0 ? `+${written}` : written);
