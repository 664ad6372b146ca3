import type { ConfigurableOption } from '@fynbos/core/catalogue/entities.ts';
import { configurationOf, valueLeadsTo } from '@fynbos/core/catalogue/variant.ts';
import { bySize } from '@fynbos/core/pricing/unit-price.ts';
import { useId } from 'react';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';

/** Chooses another variant of the same product: unavailable combinations are shown but disabled. */
export function EditVariant({
  product,
  variant,
  choose,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  choose: (variant: PageChild) => void;
}) {
  return product.configurable_options
    .toSorted((left, right) => left.position - right.position)
    .map((option) => <VariantOption key={option.attribute_code} {...{ product, variant, option, choose }} />);
}

function VariantOption({
  product,
  variant,
  option,
  choose,
}: {
  product: PageProduct;
  variant: PageChild | undefined;
  option: ConfigurableOption;
  choose: (variant: PageChild) => void;
}) {
  const { t, label } = useText();
  const name = useId();
  const chosen = variant ? configurationOf(product, variant) : {};
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label(option.label)}</legend>
      <div className="flex flex-wrap gap-2">
        {option.values
          .toSorted((left, right) => bySize(left.label, right.label))
          .map(({ value_index, label: text }) => {
            const value = String(value_index);
            const pair = [option.attribute_code, value] as const;
            const child = valueLeadsTo(product, chosen, pair, apiSettings().switches);
            const isThere = typeof child !== 'string';
            return (
              <label key={value} className={shape}>
                <input
                  type="radio"
                  name={name}
                  checked={chosen[option.attribute_code] === value}
                  disabled={!isThere}
                  onChange={() => isThere && choose(child)}
                  className="size-5 accent-accent"
                />
                <span className={isThere ? '' : 'line-through'}>{label(text)}</span>
                {!isThere && <span className="sr-only">{t('variant.unavailable', { option: '' })}</span>}
              </label>
            );
          })}
      </div>
    </fieldset>
  );
}

const shape =
  'inline-flex min-h-11 items-center gap-2 rounded-petal-small border border-control bg-surface px-3 has-checked:border-accent has-checked:bg-accent-subtle has-disabled:border-dashed has-disabled:text-muted';
