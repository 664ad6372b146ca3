import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What a shopper is asked who stayed for a second page: fetched with that page, and for nobody else. */
export function LateParts() {
  const { pathname } = useLocation();
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (!isSecondPage(pathname)) return;
    import('./questions.tsx').then(({ Questions }) => setPart(() => Questions)).catch(() => {});
  }, [pathname]);
  return Part ? <Part /> : null;
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
