import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import { homePath } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import type { CartView } from './cart-view.ts';
import { RefusalNote } from './line-words.tsx';
import { cartActions } from './open-cart.ts';

/** Nothing in it: what to do next. */
export function EmptyCart() {
  const { t } = useText();
  return (
    <div className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name="basket" className="size-16 text-soft" />
      <p className="font-bold text-xl">{t('cart.empty')}</p>
      <p className="text-soft">{t('cart.emptyLead')}</p>
      <ButtonLink to={homePath} className="mt-2">
        {t('cart.goShopping')}
      </ButtonLink>
    </div>
  );
}

/** The shape of lines that are being read from the browser's storage. */
export function CartShape() {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t('shop.loading')}</span>
      {[0, 1].map((line) => (
        <div key={line} className="h-24 rounded-petal bg-sunken" />
      ))}
    </div>
  );
}

/** What is to be known of the whole cart: whether it reaches the shop, and what the shop refused. */
export function CartNotices({ cart }: { cart: CartView }) {
  const { t } = useText();
  const keys = new Set(cart.lines.map(({ key }) => key));
  const gone = cart.refusals.filter(({ key }) => !keys.has(key));
  return (
    <div className="grid gap-3 empty:hidden">
      {cart.state === 'offline' && (
        <NoticeBox icon="cloudOff">
          <p>{t(cart.kept ? 'cart.offline' : 'cart.offlineUnkept')}</p>
        </NoticeBox>
      )}
      {cart.state === 'unsynced' && (
        <NoticeBox icon="warning">
          <p>{t('cart.waits')}</p>
          <Button look="plain" className="justify-self-start" onClick={() => cartActions.tryAgain()}>
            {t('error.retry')}
          </Button>
        </NoticeBox>
      )}
      {gone.map((refusal) => (
        <RefusalNote key={refusal.id} refusal={refusal} named />
      ))}
    </div>
  );
}
