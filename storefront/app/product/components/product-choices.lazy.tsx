import '../../platform/i18n/parts/options-messages.ts';
import { nothingSelected } from '@fynbos/core/catalogue/grouped-choices.ts';
import { priceFields } from '@fynbos/core/pricing/price.ts';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { BundleOptions } from '../../catalogue/components/bundle-options.tsx';
import { CustomOptions } from '../../catalogue/components/custom-options.tsx';
import type { PageChild } from '../../catalogue/state/product-details.ts';
import { useChoices } from '../../catalogue/state/use-choices.ts';
import { inView } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button } from '../../ui/button.tsx';
import type { ProductPageData } from '../state/load-product.ts';
import { useLiveParts } from '../state/use-live-parts.ts';
import { ChoiceSummary } from './choice-summary.tsx';
import { GroupedParts } from './grouped-product.tsx';
import { Decision } from './price-and-purchase.tsx';

/** All choices of a product except its variant, with the resulting price. */
export function ProductChoices({
  page: { product, parts: initialParts },
  variant,
}: {
  page: ProductPageData;
  variant: PageChild | undefined;
}) {
  const { t } = useText();
  const parts = useLiveParts(initialParts);
  const of = useMemo(() => ({ product, parts, variant }), [product, parts, variant]);
  const state = useChoices(of);
  const { price, inStock, problems } = state.configured;
  const fields = priceFields(price);
  const { pathname } = useLocation();
  const isGroup = product.type_id === 'grouped';
  const somethingToChoose = isGroup || product.type_id === 'bundle' || product.custom_options !== undefined;
  return (
    <Decision
      product={product}
      variant={variant}
      chosen={{
        price: fields,
        zeroRated: fields.final_price_tax === 0,
        instead: problems[nothingSelected] && t('option.nothingTaken'),
        inStock,
        choosing: { parts, state },
      }}
    >
      {(product.type_id === 'virtual' || product.type_id === 'downloadable') && (
        <p className="text-soft">{t(`option.${product.type_id}`)}</p>
      )}
      {somethingToChoose && (
        <form
          ref={state.form}
          data-offline="works"
          method="get"
          action={inView(pathname)}
          noValidate
          className="mt-2 grid gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            state.check();
          }}
        >
          {variant && <input type="hidden" name="childSku" value={variant.sku} />}
          {product.bundle_options && (
            <BundleOptions options={product.bundle_options} parts={parts} state={state} />
          )}
          {isGroup && <GroupedParts parts={parts} state={state} />}
          {product.custom_options && (
            <CustomOptions options={product.custom_options} base={of} state={state} />
          )}
          <div>
            <ChoiceSummary product={product} state={state} />
            <div className="hidden unscripted:block">
              <Button type="submit" variant="plain">
                {t('option.showPrice')}
              </Button>
            </div>
          </div>
        </form>
      )}
    </Decision>
  );
}
