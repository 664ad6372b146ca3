import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { usePanels } from '../ui/panels.tsx';

/**
 * After going to another page the focus is on its heading: it is read out, and Tab goes on from there.
 * A panel that closes with the old page first gives the focus back to what opened it, so this waits.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const { open } = usePanels();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname || open !== undefined) return;
    shown.current = pathname;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname, open]);
}
