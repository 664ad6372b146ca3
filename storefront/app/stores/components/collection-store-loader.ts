import { lazyComponent } from '../../ui/lazy-component.tsx';

/** Where a placed order is collected; nothing if its code cannot be loaded. */
export const CollectionStore = lazyComponent(
  async () => (await import('./collection-store.lazy.tsx')).CollectionStoreView,
  () => null,
);
