import { groupedKey, groupedParameterOf } from '@fynbos/core/catalogue/choices/grouped-choices.ts';
import { minPurchasable, unitsLeft } from '@fynbos/core/stock/quantity.ts';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/options-messages.ts';
import { Amount, Problem } from '../../catalogue/components/choice-fields.tsx';
import { PartPicture } from '../../catalogue/components/product-part.tsx';
import type { MissingPart, Part } from '../../catalogue/state/product-parts.ts';
import type { ChoiceState } from '../../catalogue/state/use-choices.ts';
import { productPath } from '../../paths.ts';
import { Price } from '../../pricing/price.tsx';

/** The parts of a grouped product, each with its quantity; 0 omits a part. */
export function GroupedParts({
  parts,
  state,
}: {
  parts: readonly (Part | MissingPart)[];
  state: ChoiceState;
}) {
  const { t } = useText();
  return (
    <section>
      <h2 className="mb-2 font-bold text-xl">{t('product.inThisBox')}</h2>
      <ul>
        {parts.map((part) => ('name' in part ? <PartRow key={part.sku} part={part} state={state} /> : null))}
      </ul>
      <p className="mt-2 text-muted text-sm">{t('option.zeroLeavesOut')}</p>
    </section>
  );
}

function PartRow({ part, state }: { part: Part; state: ChoiceState }) {
  const { t } = useText();
  const { choices, choose, leave, shown } = state;
  const id = groupedKey(part);
  const minimum = minPurchasable(part.stock);
  const change = (typed: string) => {
    choose({ grouped: { ...choices.grouped, [part.sku]: typed } });
    leave(id);
  };
  return (
    <li className="wrap-anywhere flex gap-3 border-divider border-t py-3 last:border-b">
      <PartPicture part={part} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Link to={productPath(part)} className="hover:text-accent hover:underline">
            {part.name}
          </Link>
          <Price of={part} />
          {!part.stock.is_in_stock && <p className="font-semibold text-danger">{t('stock.out')}</p>}
        </div>
        <div>
          <Amount
            name={groupedParameterOf(part)}
            value={choices.grouped[part.sku] ?? String(minimum)}
            label={part.name}
            min={0}
            invalid={shown[id] !== undefined}
            describedBy={id}
            onChange={change}
            onBlur={() => leave(id)}
          />
          <Problem
            id={id}
            problem={shown[id]}
            values={{ maxQuantity: unitsLeft(part.stock) ?? 0, minQuantity: minimum }}
          />
        </div>
      </div>
    </li>
  );
}
