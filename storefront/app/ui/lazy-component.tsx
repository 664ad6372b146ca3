import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A component whose code is loaded when it is first shown, or by `load` ahead of it; `fallback` is shown meanwhile.
 * If loading fails, a replacement is shown, and the next instance retries.
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Replacement: ComponentType<Props>,
) {
  let fetched: ComponentType<Props> | undefined;
  const load = () =>
    fetchPart().then(
      (part) => {
        fetched = part;
        return { default: part };
      },
      () => ({ default: Replacement }),
    );
  function Late({ fallback, ...rest }: Props & { fallback?: ReactNode }) {
    // Without `fallback`, these are the properties of the part.
    const props = rest as unknown as Props;
    const [Part] = useState<ComponentType<Props>>(() => fetched ?? lazy(load));
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Late, { load });
}

/**
 * After a failed module import, a browser does not retry within the document. While offline, the import is
 * therefore not attempted.
 */
export const online = <Module,>(load: () => Promise<Module>): Promise<Module> =>
  navigator.onLine === false ? Promise.reject() : load();
