import { centsToDecimal } from '@fynbos/core/money.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import { deliveryPanel } from '../../delivery/state/delivery-panel-id.ts';
import { useDeliveryPlace } from '../../delivery/state/delivery-place.ts';
import { isAtHome } from '../../platform/api/api-settings.ts';
import { Button } from '../../ui/button.tsx';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { reserveFoot } from '../../ui/notices/reserve-foot.ts';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { announceText } from '../state/cart-announcement.ts';
import { useTotalsWithPromise } from '../state/cart-promise.ts';
import { cartActions, cart as cartStore } from '../state/current-cart.ts';
import { useCart } from '../state/use-cart.ts';
import type { CartView, CartViewLine, CartViewTotals } from '../sync/cart-view.ts';
import { Announcer } from './cart-announcer.tsx';
import { LineList } from './cart-line-list.tsx';
import { CartNotices, CartShape, EmptyCart } from './cart-states.tsx';
import { TotalsView, totalLabel } from './cart-totals.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { CodeForm } from './coupon-form.tsx';
import { DeliveryEstimate } from './delivery-estimate.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { EditPanel, editPanel } from './edit-line-panel.tsx';
import { FreeDelivery } from './free-delivery.tsx';
import type { Undo } from './quantity-stepper.tsx';

/** The cart page: lines, editing, and totals. */
export function WholeCart() {
  const cart = useCart();
  useEffect(() => void cartActions.refresh({ force: true }), []);
  if (cart.state === 'loading') return <CartShape />;
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div>
        <Announcer />
        <CartNotices cart={cart} />
        <Lines cart={cart} />
      </div>
      {cart.lines.length > 0 && <Summary cart={cart} />}
    </div>
  );
}

function Lines({ cart }: { cart: CartView }) {
  const { show } = usePanels();
  const [edited, setEdited] = useState<CartViewLine>();
  const edit = useCallback(
    (line: CartViewLine) => {
      setEdited(line);
      show(editPanel);
    },
    [show],
  );
  return (
    <>
      <LineList lines={cart.lines} onEdit={edit} />
      <Clearing cart={cart} />
      {cart.lines.length === 0 && <EmptyCart />}
      <EditPanel line={edited} />
    </>
  );
}

/** Empties the cart after a confirmation; the lines can be restored. */
function Clearing({ cart }: { cart: CartView }) {
  const { t } = useText();
  const [state, setState] = useState<'asking' | Undo>();
  const isEmpty = cart.lines.length === 0;
  if (typeof state === 'function' && isEmpty)
    return (
      <p className="flex flex-wrap items-center gap-x-4">
        {t('cart.cleared')}
        <Button
          variant="quiet"
          onClick={() => {
            void state();
            setState(undefined);
          }}
        >
          {t('cart.undo')}
        </Button>
      </p>
    );
  if (isEmpty) return null;
  if (state !== 'asking')
    return (
      <Button variant="quiet" className="-ml-5" onClick={() => setState('asking')}>
        {t('cart.clear')}
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-2" role="alert">
      <p>{t('cart.clearAsk')}</p>
      <Button
        onClick={async () => {
          const undo = await cartStore.remove(cart.lines.map(({ key }) => key));
          setState(() => undo);
          announceText(t('cart.cleared'));
        }}
      >
        {t('cart.clear')}
      </Button>
      <Button variant="plain" onClick={() => setState(undefined)}>
        {t('cart.keep')}
      </Button>
    </div>
  );
}

/** Asks for the delivery place; of a known place it says why there is no fee. */
function PlacePrompt({ totals }: { totals: CartViewTotals }) {
  const { t } = useText();
  const { show } = usePanels();
  const place = useDeliveryPlace()?.place;
  return (
    <div>
      {place && totals.needsCold !== undefined && (
        <p>{t(totals.needsCold ? 'cart.coldNowhere' : 'cart.noDelivery')}</p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => show(deliveryPanel)}
        className="inline-flex min-h-11 items-center gap-2 text-left font-semibold text-accent text-sm underline underline-offset-4"
      >
        <LateIcon name="pin" className="size-5" />
        {place ? t('delivery.to', { postcode: place.postcode }) : t('delivery.add')}
      </button>
    </div>
  );
}

function Summary({ cart }: { cart: CartView }) {
  const { t, price } = useText();
  const totals = useTotalsWithPromise(cart.totals);
  const button = useRef<HTMLDivElement>(null);
  const isButtonSeen = useSeen(button);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isButtonSeen && bar.current) return reserveFoot(bar.current, '--total');
    return undefined;
  }, [isButtonSeen]);
  return (
    <>
      <section
        id="summary"
        aria-labelledby="summary-title"
        className="grid gap-4 rounded-petal border border-divider bg-surface p-5 lg:sticky lg:top-4"
      >
        <h2 id="summary-title" className="font-bold text-xl">
          {t('cart.summary')}
        </h2>
        <FreeDelivery totals={totals} />
        <TotalsView totals={totals} delivery={<DeliveryRow totals={totals} />}>
          <PlacePrompt totals={totals} />
        </TotalsView>
        <div ref={button}>
          <CheckoutLink className="w-full" />
        </div>
        <CodeForm totals={totals} />
        {isAtHome() && !totals.virtual && <DeliveryEstimate />}
      </section>
      <div
        ref={bar}
        className={`sticky bottom-(--foot) z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-divider border-t bg-surface px-4 py-3 md:-mx-6 md:px-6 lg:hidden ${isButtonSeen ? 'invisible' : ''}`}
      >
        <p>
          <span className="block text-muted text-sm">
            {t(totalLabel(totals))} {totals.tax !== 0 && t('product.inclVat')}
          </span>
          <span className="tabular-nums font-extrabold text-xl">
            {price(centsToDecimal(totals.grandTotal))}
          </span>
        </p>
        <CheckoutLink short className="flex-1 whitespace-nowrap" />
      </div>
    </>
  );
}

/** Whether any part of an element is on the screen. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
