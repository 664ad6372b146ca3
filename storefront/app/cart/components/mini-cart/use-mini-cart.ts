import { useLocation } from 'react-router';
import { cartPath, inView } from '../../../paths.ts';
import { opensElsewhere } from '../../../platform/browser/opens-elsewhere.ts';
import { usePanels } from '../../../ui/panels/panels-provider.tsx';
import { miniCartPanel } from '../../state/mini-cart-panel-id.ts';
import { loadCart } from '../cart-loader.ts';

export const loadMiniCart = () => import('./mini-cart.lazy.tsx');

const ahead = () => void loadCart().catch(() => {});

/**
 * Handlers of a link to the cart: it opens the mini cart over the page, and on the cart page, with a modifier
 * key or without scripts the cart page.
 */
export function useMiniCart() {
  const { show } = usePanels();
  const { pathname } = useLocation();
  return {
    onClick(event: React.MouseEvent) {
      if (opensElsewhere(event) || pathname === cartPath) return;
      event.preventDefault();
      Promise.all([loadCart(), loadMiniCart()]).then(
        () => show(miniCartPanel),
        () => location.assign(inView(cartPath)),
      );
    },
    onPointerEnter: ahead,
    onFocus: ahead,
  };
}
