import { createContext, use } from 'react';

const OriginContext = createContext('');

/** Around everything, once: scheme and host that the shop is known by, without a slash at the end. */
export function OriginProvider({ origin, children }: { origin: string; children: React.ReactNode }) {
  return <OriginContext value={origin}>{children}</OriginContext>;
}

/** Scheme and host for the few addresses that have to be absolute. */
export function useOrigin(): string {
  return use(OriginContext);
}
