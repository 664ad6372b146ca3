import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A part whose code is fetched when it is first shown; `fallback` is shown meanwhile. Where it cannot be had another
 * stands in for it, and the next one that is shown asks again: a moment without a network does not last.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn: ComponentType<Props>,
) {
  let fetched: ComponentType<Props> | undefined;
  const fetchIt = () =>
    load().then(
      (part) => {
        fetched = part;
        return { default: part };
      },
      () => ({ default: StandIn }),
    );
  return function Late({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    const [Part] = useState<ComponentType<Props>>(() => fetched ?? lazy(fetchIt));
    return (
      <Suspense fallback={fallback}>
        <Part {...(props as unknown as Props)} />
      </Suspense>
    );
  };
}

/** A module that a browser once failed to fetch stays failed in its document: what is wanted later is not asked for offline. */
export const online = <Module,>(load: () => Promise<Module>): Promise<Module> =>
  navigator.onLine === false ? Promise.reject() : load();
