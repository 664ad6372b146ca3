import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { homePath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { cartActions } from '../state/current-cart.ts';
import type { CartView } from '../sync/cart-view.ts';
import { RefusalNote } from './cart-line-notes.tsx';

/** The empty cart, with a link to continue shopping. */
export function EmptyCart() {
  const { t } = useText();
  return (
    <div className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name="basket" className="size-16 text-muted" />
      <p className="font-bold text-xl">{t('cart.empty')}</p>
      <p className="text-muted">{t('cart.emptyLead')}</p>
      <ButtonLink to={homePath} className="mt-2">
        {t('cart.goShopping')}
      </ButtonLink>
    </div>
  );
}

/** A placeholder while lines are read from the browser's storage. */
export function CartShape() {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t('shop.loading')}</span>
      {[0, 1].map((line) => (
        <div key={line} className="h-24 rounded-petal bg-surface-muted" />
      ))}
    </div>
  );
}

/** Notices about the whole cart: its connection to the shop, and refusals. */
export function CartNotices({ cart }: { cart: CartView }) {
  const { t } = useText();
  const keys = new Set(cart.lines.map(({ key }) => key));
  const removedRefusals = cart.refusals.filter(({ key }) => !keys.has(key));
  return (
    <div className="grid gap-3 empty:hidden">
      {cart.state === 'offline' && (
        <InlineNotice icon="cloudOff">
          <p>{t(cart.durable ? 'cart.offline' : 'cart.offlineUnkept')}</p>
        </InlineNotice>
      )}
      {cart.state === 'unsynced' && (
        <InlineNotice icon="warning">
          <p>{t('cart.waits')}</p>
          <Button variant="plain" className="justify-self-start" onClick={() => cartActions.retry()}>
            {t('error.retry')}
          </Button>
        </InlineNotice>
      )}
      {removedRefusals.map((refusal) => (
        <RefusalNote key={refusal.id} refusal={refusal} named />
      ))}
    </div>
  );
}
