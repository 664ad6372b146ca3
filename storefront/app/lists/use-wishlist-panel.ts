import { useLocation } from 'react-router';
import { inView, wishlistPath } from '../paths.ts';
import { opensElsewhere } from '../platform/browser/opens-elsewhere.ts';
import { usePanels } from '../ui/panels/panels-provider.tsx';
import { openWishlist } from './list-panels-loader.ts';

/** The click handler of a link to the wishlist: it opens the panel, and on the wishlist page or with a modifier key the page. */
export function useWishlistPanel() {
  const { show } = usePanels();
  const { pathname } = useLocation();
  return (event: React.MouseEvent) => {
    if (opensElsewhere(event) || pathname === wishlistPath) return;
    event.preventDefault();
    openWishlist(show).catch(() => location.assign(inView(wishlistPath)));
  };
}
