import { useEffect } from 'react';
import { idle } from '../../platform/browser/idle.ts';
import { useCart } from '../state/use-cart.ts';
import { CartNotifier } from './cart-notifier.tsx';
import { MiniCart } from './mini-cart.tsx';

/** The cart components for every page once there is a cart: its notices and the mini cart. */
export function CartShell() {
  const { lines } = useCart();
  const isThere = lines.length > 0 && !lines.some(({ pending }) => pending);
  useEffect(() => {
    if (isThere)
      void idle(5000).then(() =>
        import('../state/prefetch-methods.lazy.ts').then(
          ({ prefetchMethods }) => prefetchMethods(),
          () => {},
        ),
      );
  }, [isThere]);
  return (
    <>
      <CartNotifier />
      <MiniCart />
    </>
  );
}
