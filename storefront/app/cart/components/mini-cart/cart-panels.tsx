import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useCartShell } from '../cart-loader.ts';
import { loadMiniCart } from './use-mini-cart.ts';

const MiniCart = lazyComponent(
  async () => (await loadMiniCart()).MiniCart,
  () => null,
);

/** The cart components of every page: its notices and the mini cart, once the cart's code is loaded. */
export function CartPanels() {
  const Shell = useCartShell();
  return (
    Shell && (
      <>
        <Shell />
        <MiniCart />
      </>
    )
  );
}
