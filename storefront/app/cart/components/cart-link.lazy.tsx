import { Link, useLocation } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { cartPath, inView } from '../../paths.ts';
import { Icon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { miniCartPanel } from '../state/mini-cart-panel-id.ts';
import { loadCart, useCartCount, useCartShell } from './cart-loader.ts';

const loadMiniCart = () => import('./mini-cart.lazy.tsx');
const MiniCart = lazyComponent(
  async () => (await loadMiniCart()).MiniCart,
  () => null,
);

/** The highest count that fits the badge. */
const maxShown = 99;

/**
 * The link to the cart: a plain link, which opens the mini cart over the page where scripts run. The space
 * for the count is reserved from the start. It also renders the cart components of every page.
 */
export function CartLink() {
  const { t } = useText();
  const { show } = usePanels();
  const { pathname } = useLocation();
  const count = useCartCount();
  const Shell = useCartShell();
  const title = t('cart.title');
  const open = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || pathname === cartPath) return;
    event.preventDefault();
    Promise.all([loadCart(), loadMiniCart()]).then(
      () => show(miniCartPanel),
      () => location.assign(inView(cartPath)),
    );
  };
  const ahead = () => void loadCart().catch(() => {});
  return (
    <>
      <Link
        to={cartPath}
        title={title}
        aria-label={count > 0 ? `${title}: ${t('cart.count', { count })}` : title}
        onClick={open}
        onPointerEnter={ahead}
        onFocus={ahead}
        className="relative flex size-11 items-center justify-center"
      >
        <Icon name="basket" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="tabular-nums absolute top-0 -right-1 min-w-5 rounded-full bg-petal-mark px-1 text-center font-bold text-[#12402a] text-[0.75rem] leading-5"
          >
            {count > maxShown ? `${maxShown}+` : count}
          </span>
        )}
      </Link>
      {Shell && (
        <>
          <Shell />
          <MiniCart />
        </>
      )}
    </>
  );
}
