import { useEffect } from 'react';
import { idle } from '../ui/idle.ts';
import { CartNotifier } from './cart-voice.tsx';
import { MiniCart } from './mini-cart.tsx';
import { useCart } from './use-cart.ts';

/** The cart components for every page once there is a cart: its notices and the mini cart. */
export function CartShell() {
  const { lines } = useCart();
  const isThere = lines.length > 0 && !lines.some(({ pending }) => pending);
  useEffect(() => {
    if (isThere)
      void idle(5000).then(() =>
        import('./ask-ahead.ts').then(
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
