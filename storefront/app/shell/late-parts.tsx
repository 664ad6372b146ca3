import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { orderedCarts } from '../cart/ordered-carts.ts';
import { onMarks } from '../offline/marks.ts';
import { isMissing } from '../offline/page-missing.ts';
import type { dueParts } from './due-parts.ts';

/** What only some shoppers need, or only some shops have: fetched where it is due, and for nobody else. */
export function LateParts() {
  const { pathname } = useLocation();
  return (
    <>
      {/* What a shopper is asked who stayed for a second page. */}
      {usePart('questions', isSecondPage, pathname)}
      {/* An order that waits is sent from any page, also one that was made in another tab. */}
      {usePart('order', isOrdered, pathname)}
      {usePart('atRest', isAtRest)}
      {usePart('outside', isOpen)}
    </>
  );
}

function usePart(
  name: keyof typeof dueParts,
  isDue: (of: string) => boolean | Promise<boolean>,
  of = '',
): React.ReactNode {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    const load = async () => {
      if (!(await isDue(of))) return;
      const part = await (await import('./due-parts.ts')).dueParts[name]();
      setPart(() => part);
    };
    const look = () => void load().catch(() => {});
    look();
    // What marks it as due may be written later.
    return onMarks(look);
  }, [of]);
  return Part && <Part />;
}

/** Not while a page comes; who was led here without a network (`page-missing.ts`) is told at once. */
const isAtRest = (): Promise<true> =>
  new Promise((resolve) => setTimeout(resolve, isMissing(location.hash) ? 0 : 4000, true));

const isOrdered = () => orderedCarts().length > 0;

/** The operator has somebody else here: a tag manager, a chat. */
function isOpen(): boolean {
  const { tags, chat } = document.documentElement.dataset;
  return (tags ?? chat) !== undefined;
}

function isSecondPage(pathname: string): boolean {
  try {
    const first = sessionStorage.getItem('first-page');
    if (first === null) sessionStorage.setItem('first-page', pathname);
    return first !== null && first !== pathname;
  } catch {
    return false;
  }
}
