import { lazyComponent } from '../../ui/lazy-component.tsx';

/** The expected days of a placed order; nothing if their code cannot be loaded. */
export const ExpectedDays = lazyComponent(
  async () => (await import('./expected-days.lazy.tsx')).ExpectedDaysView,
  () => null,
);
