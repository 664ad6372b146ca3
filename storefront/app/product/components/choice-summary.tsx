import type { PageProduct } from '../../catalogue/state/product-details.ts';
import type { ChoiceState } from '../../catalogue/state/use-choices.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

/**
 * A summary of the problems that prevent adding the product to the cart (wire contract 8.4). Each problem
 * is shown in detail at its option.
 */
export function ChoiceSummary({ product, state }: { product: PageProduct; state: ChoiceState }) {
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
