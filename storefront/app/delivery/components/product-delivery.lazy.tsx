import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { deliveryPanel } from '../state/delivery-panel-id.ts';
import { type StoredDelivery, useDeliveryPlace } from '../state/delivery-place.ts';
import { joinPromise } from '../state/format-days.ts';
import { usePromiseText } from '../state/promise-text.ts';

/** When and for what fee a product is delivered to the shopper's place, or a button that asks for the place. */
export function ProductDelivery({ cold }: { cold: boolean }) {
  const { t } = useText();
  const { show } = usePanels();
  const delivery = useDeliveryPlace();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => show(deliveryPanel)}
      className="inline-flex min-h-11 items-center gap-2 text-left text-sm leading-5 hover:text-accent noscript:hidden"
    >
      <LateIcon name="pin" className="size-5" />
      {delivery ? (
        <PromiseLine delivery={delivery} cold={cold} />
      ) : (
        <span className="font-semibold text-accent underline underline-offset-4">
          {t('cart.estimateDelivery')}
        </span>
      )}
    </button>
  );
}

function PromiseLine({ delivery, cold }: { delivery: StoredDelivery; cold: boolean }) {
  const { t } = useText();
  const promise = usePromiseText()(delivery, cold);
  if (!promise) return t(cold && delivery.methods.length > 0 ? 'delivery.coldNowhere' : 'cart.noDelivery');
  const { carrier, days, fee, freeFrom } = promise;
  return joinPromise(carrier, days, fee, freeFrom);
}
