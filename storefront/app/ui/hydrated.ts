import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts have taken the page over: false on the server and in the first moment of a browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
