import type { ConfigurableOption } from '@fynbos/core/catalogue/entities.ts';
import { type Configuration, configurationOf, valueLeadsTo } from '@fynbos/core/catalogue/variant.ts';
import { bySize } from '@fynbos/core/pricing/unit-price.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import { productPath } from '../../paths.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { UnitPriceText } from '../../pricing/price.tsx';
import { useStockBoard } from '../../stock/stock-state.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { variantPrice } from '../state/variant-price.ts';

/** The choices of a configurable product. Each is a link to the variant it selects. */
export function VariantChoice({
  product: fullProduct,
  variant,
}: {
  product: PageProduct;
  variant: PageChild;
}) {
  const board = useStockBoard();
  const chosen = configurationOf(fullProduct, variant);
  // Variants sold out meanwhile are shown as such. The chosen variant stays selected, and its stock line
  // explains.
  const isThere = ({ sku }: PageChild) => sku === variant.sku || board.get(sku)?.is_in_stock !== false;
  const product = {
    ...fullProduct,
    configurable_children: fullProduct.configurable_children.filter(isThere),
  };
  return (
    <div className="grid gap-4">
      {product.configurable_options
        .toSorted((a, b) => a.position - b.position)
        .map((option) => (
          <OptionValues key={option.attribute_code} product={product} option={option} chosen={chosen} />
        ))}
    </div>
  );
}

function OptionValues({
  product,
  option,
  chosen,
}: {
  product: PageProduct;
  option: ConfigurableOption;
  chosen: Configuration;
}) {
  const { label } = useText();
  const titleId = `option-${option.attribute_code}`;
  const current = option.values.find((entry) => String(entry.value_index) === chosen[option.attribute_code]);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-semibold">
        {label(option.label)}
        {current && <span className="ml-2 font-normal text-muted">{label(current.label)}</span>}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {option.values
          .toSorted((a, b) => bySize(a.label, b.label))
          .map(({ value_index, label: name }) => (
            <li key={value_index} className="min-w-0 max-w-full">
              <OptionValue
                product={product}
                code={option.attribute_code}
                value={String(value_index)}
                label={label(name)}
                chosen={chosen}
              />
            </li>
          ))}
      </ul>
    </section>
  );
}

const shape =
  'inline-flex min-h-11 min-w-14 max-w-full wrap-anywhere flex-col items-center justify-center rounded-petal-small border-2 px-4 font-semibold';

function OptionValue({
  product,
  code,
  value,
  label,
  chosen,
}: {
  product: PageProduct;
  code: string;
  value: string;
  label: string;
  chosen: Configuration;
}) {
  const { price } = useText();
  const priceId = useId();
  const child = valueLeadsTo(product, chosen, [code, value], apiSettings().switches);
  if (typeof child === 'string') return <Unavailable sold={child === 'gone'} label={label} />;
  const amount = variantPrice(child, product.configurable_children);
  return (
    <div
      className={`${shape} relative border-divider bg-surface hover:border-accent has-aria-[current=true]:border-accent has-aria-[current=true]:bg-accent-subtle has-aria-[current=true]:text-accent-strong`}
    >
      <Link
        to={productPath(product, child.sku)}
        replace
        preventScrollReset
        rel="nofollow"
        data-waits=""
        aria-current={chosen[code] === value ? 'true' : undefined}
        aria-describedby={amount === undefined ? undefined : priceId}
        className="min-h-6 min-w-6 text-center after:absolute after:inset-0"
      >
        {label}
      </Link>
      {amount !== undefined && (
        <p id={priceId} className="tabular-nums pb-1 text-center font-normal text-sm leading-tight">
          {price(amount)}
          <span className="block text-muted empty:hidden">
            <UnitPriceText inclTax={amount} measure={child.measure} isCompared />
          </span>
        </p>
      )}
    </div>
  );
}

/** A value that is unavailable: sold out, or not offered with the other choices. */
function Unavailable({ sold, label }: { sold: boolean; label: string }) {
  const { t } = useText();
  const { notify } = useNotices();
  const name = t('variant.unavailable', { option: label });
  const notifyReason = () => notify({ kind: 'warning', message: t(sold ? 'stock.out' : 'variant.noSuch') });
  return (
    <button
      type="button"
      aria-disabled="true"
      aria-label={name}
      title={name}
      onClick={notifyReason}
      className={`${shape} border-divider border-dashed text-muted line-through`}
    >
      {label}
    </button>
  );
}
