import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** A shared constant object: a new object would make React overwrite the existing HTML. */
const untouched = { __html: '' };

/** Whether this part began in the browser as the HTML of a server, and not after a navigation. */
export function useServerHtml(): boolean {
  const isHydrated = useHydrated();
  const [hasServerHtml] = useState(!isHydrated);
  return hasServerHtml && typeof document !== 'undefined';
}

/**
 * The HTML that the server rendered at this place, without code. React adopts an element with its own HTML
 * without inspecting it, and keeps it whatever changes around it. (It removes the HTML of a Suspense boundary
 * that waits as soon as a surrounding context changes; ADR-037.)
 */
export function ServerHtml({ ref }: { ref?: React.Ref<HTMLDivElement> }) {
  return <div ref={ref} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />;
}
