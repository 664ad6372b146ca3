import '../../platform/i18n/parts/options-messages.ts';
import { nothingSelected } from '@fynbos/core/catalogue/choices/grouped-choices.ts';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { BundleOptions } from '../../catalogue/components/bundle-options.tsx';
import { CustomOptions } from '../../catalogue/components/custom-options.tsx';
import { configuredQuantityPrices } from '../../catalogue/state/product-configuration.ts';
import type { PageChild, PageProduct } from '../../catalogue/state/product-details.ts';
import { type ChoiceState, useChoices } from '../../catalogue/state/use-choices.ts';
import { inView } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { configuredPriceFields } from '../../pricing/unknown-price.ts';
import { Button } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import type { ProductPageData } from '../state/load-product.ts';
import { useLiveParts } from '../state/use-live-parts.ts';
import { GroupedParts } from './grouped-product.tsx';
import { PriceAndPurchase } from './price-and-purchase.tsx';

/** All choices of a product except its variant, with the resulting price. */
export function ProductChoices({
  page: { product, parts: initialParts },
  variant,
  similar,
}: {
  page: ProductPageData;
  variant: PageChild | undefined;
  similar: string;
}) {
  const { t } = useText();
  const parts = useLiveParts(initialParts);
  const of = useMemo(() => ({ product, parts, variant }), [product, parts, variant]);
  const state = useChoices(of);
  const { price, inStock, problems } = state.configured;
  const fields = configuredPriceFields(price);
  const { pathname } = useLocation();
  const isGroup = product.type_id === 'grouped';
  const somethingToChoose = isGroup || product.type_id === 'bundle' || product.custom_options !== undefined;
  return (
    <PriceAndPurchase
      product={product}
      variant={variant}
      similar={similar}
      chosen={{
        price: fields,
        quantityPrices: configuredQuantityPrices(of, state.choices),
        zeroRated: fields.final_price_tax === 0,
        instead: problems[nothingSelected] && t('option.nothingTaken'),
        inStock,
        choosing: { parts, state },
      }}
    >
      {(product.type_id === 'virtual' || product.type_id === 'downloadable') && (
        <p className="text-muted">{t(`option.${product.type_id}`)}</p>
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
            <div className="hidden noscript:block">
              <Button type="submit" variant="plain">
                {t('option.showPrice')}
              </Button>
            </div>
          </div>
        </form>
      )}
    </PriceAndPurchase>
  );
}

/**
 * A summary of the problems that prevent adding the product to the cart (wire contract 8.4). Each problem
 * is shown in detail at its option.
 */
function ChoiceSummary({ product, state }: { product: PageProduct; state: ChoiceState }) {
  const { t } = useText();
  const keys = Object.keys(state.shown);
  const messages = [
    keys.some((key) => key.startsWith('custom_options')) && t('option.fixCustom'),
    keys.some((key) => key.startsWith('bundle_options')) && t('option.fixBundle'),
    product.type_id === 'grouped' && keys.length > 0 && t('option.fixGrouped'),
  ].filter((message) => message !== false);
  return (
    <div role="alert">
      {messages.length > 0 && (
        <InlineNotice icon="warning">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </InlineNotice>
      )}
    </div>
  );
}
