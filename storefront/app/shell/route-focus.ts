import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useOpenPanel } from '../ui/panels/panels-provider.tsx';

/**
 * Moves the focus to the heading after navigation: it is read out, and Tab continues from there. A panel
 * that closes with the old page first returns the focus to its opener, so this waits for it.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const open = useOpenPanel();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname || open !== undefined) return;
    shown.current = pathname;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname, open]);
}
