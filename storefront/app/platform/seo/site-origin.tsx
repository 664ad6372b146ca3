import { createContext, use } from 'react';

const OriginContext = createContext('');

/** Provides the public scheme and host of the shop, without a trailing slash. */
export function OriginProvider({ origin, children }: { origin: string; children: React.ReactNode }) {
  return <OriginContext value={origin}>{children}</OriginContext>;
}

/** Scheme and host for the few addresses that must be absolute. */
export function useOrigin(): string {
  return use(OriginContext);
}
