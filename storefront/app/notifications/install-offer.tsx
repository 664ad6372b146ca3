import { lazyComponent } from '../ui/lazy-component.tsx';
import { heldInstallPrompt } from './install-prompt.ts';

const View = lazyComponent(
  async () => (await import('./install-offer-view.lazy.tsx')).InstallOfferView,
  () => null,
);

/** After an order: the offer to install the shop on this device. Takes no space where the browser cannot. */
export function InstallOffer() {
  return heldInstallPrompt() && <View />;
}
