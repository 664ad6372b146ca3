import { useEffect } from 'react';
import { useText } from '../../../platform/i18n/text-context.tsx';
import '../../../platform/i18n/parts/cart-messages.ts';
import { cartPath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panels/panel.tsx';
import { useOpenPanel } from '../../../ui/panels/panels-provider.tsx';
import { useTotalsWithPromise } from '../../state/cart-promise.ts';
import { cartActions } from '../../state/current-cart.ts';
import { miniCartPanel } from '../../state/mini-cart-panel-id.ts';
import { useCart } from '../../state/use-cart.ts';
import type { CartViewTotals } from '../../sync/cart-view.ts';
import { Announcer } from '../cart-announcer.tsx';
import { LineList } from '../cart-line-list.tsx';
import { CartNotices, CartShape, EmptyCart } from '../cart-states.tsx';
import { GrandTotal, TotalsRows } from '../cart-totals.tsx';
import { CheckoutLink } from '../checkout-link.tsx';
import { DeliveryRow } from '../delivery-row.tsx';
import { FreeDelivery } from '../free-delivery.tsx';

/** The cart in a panel over the page (CART-5). Opening it refreshes the cart from the shop (spec accounts 4.5). */
export function MiniCart() {
  const { t } = useText();
  const open = useOpenPanel();
  const { lines, totals: known } = useCart();
  const totals = useTotalsWithPromise(known);
  const isOpen = open === miniCartPanel;
  useEffect(() => {
    if (isOpen) void cartActions.refresh({ force: true });
  }, [isOpen]);
  return (
    <Panel
      name={miniCartPanel}
      title={t('cart.title')}
      closeLabel={t('notice.close')}
      side="end"
      footer={
        isOpen && lines.length > 0 ? (
          <div className="grid gap-2">
            <GrandTotal totals={totals} />
            <CheckoutLink />
          </div>
        ) : undefined
      }
    >
      {isOpen && <MiniLines totals={totals} />}
    </Panel>
  );
}

/** The lines, and below them what leads to the total: only the total and the button stay in view on a small phone. */
function MiniLines({ totals }: { totals: CartViewTotals }) {
  const { t } = useText();
  const cart = useCart();
  if (cart.state === 'loading') return <CartShape />;
  return (
    <>
      <Announcer />
      <CartNotices cart={cart} />
      <LineList lines={cart.lines} />
      {cart.lines.length === 0 && <EmptyCart />}
      {cart.lines.length > 0 && (
        <div className="mt-3 grid gap-3 border-divider border-t pt-3">
          <FreeDelivery totals={totals} />
          {(totals.grandTotal !== totals.subtotal || totals.shipping !== undefined) && (
            <TotalsRows totals={totals} delivery={<DeliveryRow totals={totals} />} />
          )}
          <ButtonLink to={cartPath} variant="plain">
            {t('cart.show')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
