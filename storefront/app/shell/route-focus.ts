import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After going to another page the focus is on its heading: it is read out, and Tab goes on from there. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A panel that closes with the old page gives the focus back to what opened it; ours comes after.
    const frame = requestAnimationFrame(() => {
      document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
