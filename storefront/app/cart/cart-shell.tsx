import { CartVoice } from './cart-voice.tsx';
import { MiniCart } from './mini-cart.tsx';

/** What the cart has on every page once there is one: what is said of it, and itself over the page. */
export function CartShell() {
  return (
    <>
      <CartVoice />
      <MiniCart />
    </>
  );
}
