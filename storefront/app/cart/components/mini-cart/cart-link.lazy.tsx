import { Link } from 'react-router';
import { useText } from '../../../platform/i18n/text-context.tsx';
import '../../../platform/i18n/parts/cart-messages.ts';
import { cartPath } from '../../../paths.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useCartCount } from '../cart-loader.ts';
import { useMiniCart } from './use-mini-cart.ts';

/**
 * The link to the cart: a plain link, which opens the mini cart over the page where scripts run. The space
 * for the count is reserved from the start.
 */
export function CartLink() {
  const { t } = useText();
  const count = useCartCount();
  const title = t('cart.title');
  return (
    <Link
      to={cartPath}
      title={title}
      aria-label={count > 0 ? `${title}: ${t('cart.count', { count })}` : title}
      {...useMiniCart()}
      className="flex size-11 items-center justify-center"
    >
      <span className="relative">
        <Icon name="basket" />
        <CountBadge count={count} />
      </span>
    </Link>
  );
}
