import { useEffect } from 'react';
import { idle } from '../ui/idle.ts';
import { CartVoice } from './cart-voice.tsx';
import { MiniCart } from './mini-cart.tsx';
import { useCart } from './use-cart.ts';

/** What the cart has on every page once there is one: what is said of it, and itself over the page. */
export function CartShell() {
  const { lines } = useCart();
  const isThere = lines.length > 0 && !lines.some(({ pending }) => pending);
  useEffect(() => {
    if (isThere)
      void idle(5000).then(() =>
        import('./ask-ahead.ts').then(
          ({ askAhead }) => askAhead(),
          () => {},
        ),
      );
  }, [isThere]);
  return (
    <>
      <CartVoice />
      <MiniCart />
    </>
  );
}
