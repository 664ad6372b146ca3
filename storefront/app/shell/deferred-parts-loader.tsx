import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { orderedCarts } from '../cart/sync/ordered-carts.ts';
import { isMissing } from '../platform/service-worker/missing-page-response.ts';
import { onStoredElsewhere, readText, writeText } from '../platform/storage/browser-storage.ts';
import type { dueParts } from './deferred-parts.lazy.ts';

/** Parts that only some shoppers or shops need: loaded only when they are needed. */
export function LateParts() {
  const { pathname } = useLocation();
  return (
    <>
      {/* Prompts from the second page of a visit on. */}
      {usePart('questions', isSecondPage, pathname)}
      {/* A queued order is sent from any page, also an order made in another tab. */}
      {usePart('order', isOrdered, pathname)}
      {usePart('atRest', isAtRest)}
      {usePart('outside', isOpen)}
    </>
  );
}

/** A part, once it is due. `of` is the page on which this is decided. */
export function usePart(
  name: keyof typeof dueParts,
  isDue: (of: string) => boolean | Promise<boolean>,
  of = '',
): React.ReactNode {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    const load = async () => {
      if (!(await isDue(of))) return;
      const part = await (await import('./deferred-parts.lazy.ts')).dueParts[name]();
      setPart(() => part);
    };
    const loadIfDue = () => void load().catch(() => {});
    loadIfDue();
    // The browser flag that makes the part due may be set later.
    return onStoredElsewhere(loadIfDue);
  }, [of]);
  return Part && <Part />;
}

/**
 * Waits until the page has loaded; a shopper redirected without a network (`missing-page-response.ts`) is
 * notified at once.
 */
const isAtRest = (): Promise<true> =>
  new Promise((resolve) => setTimeout(resolve, isMissing(location.hash) ? 0 : 4000, true));

const isOrdered = () => orderedCarts().length > 0;

/** The operator has configured a third party: a tag manager or a chat. */
function isOpen(): boolean {
  const { tags, chat } = document.documentElement.dataset;
  return (tags ?? chat) !== undefined;
}

function isSecondPage(pathname: string): boolean {
  const first = readText('first-page', 'session');
  if (first === null) writeText('first-page', pathname, 'session');
  return first !== null && first !== pathname;
}
