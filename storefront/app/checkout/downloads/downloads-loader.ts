import { lazyComponent } from '../../ui/lazy-component.tsx';

/** The files of an order line; nothing if their code cannot be loaded. */
export const Downloads = lazyComponent(
  async () => (await import('./downloads.lazy.tsx')).DownloadsView,
  () => null,
);
