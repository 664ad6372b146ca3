import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { orderedCarts } from '../cart/ordered-carts.ts';

/** What a shopper is asked who stayed for a second page: fetched with that page, and for nobody else. */
export function LateParts() {
  const Voice = useOrderVoice();
  const { pathname } = useLocation();
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (!isSecondPage(pathname)) return;
    import('./questions.tsx').then(({ Questions }) => setPart(() => Questions)).catch(() => {});
  }, [pathname]);
  return (
    <>
      {Part && <Part />}
      {Voice && <Voice />}
    </>
  );
}

/** An order that waits is sent from any page. */
function useOrderVoice(): ComponentType | undefined {
  const [Voice, setVoice] = useState<ComponentType>();
  useEffect(() => {
    if (orderedCarts().length === 0) return;
    import('../checkout/order-voice.tsx')
      .then(({ OrderVoice }) => setVoice(() => OrderVoice))
      .catch(() => {});
  }, []);
  return Voice;
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
