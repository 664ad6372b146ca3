import { CartVoice } from './cart-voice.tsx';

/** What the cart has on every page once there is one. */
export function CartShell() {
  return <CartVoice />;
}
