import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { orderedCarts } from '../cart/ordered-carts.ts';

/** What only some shoppers need, or only some shops have: fetched where it is due, and for nobody else. */
export function LateParts() {
  const { pathname } = useLocation();
  return (
    <>
      {/* What a shopper is asked who stayed for a second page. */}
      {usePart(pathname, isSecondPage, async () => (await import('./questions.tsx')).Questions)}
      {/* An order that waits is sent from any page. */}
      {usePart('', isOrdered, async () => (await import('../checkout/order-voice.tsx')).OrderVoice)}
      {usePart('', isOpen, async () => (await import('./outside.tsx')).Outside)}
    </>
  );
}

function usePart(
  of: string,
  isDue: (of: string) => boolean,
  load: () => Promise<ComponentType>,
): React.ReactNode {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (isDue(of))
      load().then(
        (part) => setPart(() => part),
        () => {},
      );
  }, [of]);
  return Part && <Part />;
}

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
