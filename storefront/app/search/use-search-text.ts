import { useLocation } from 'react-router';
import { searchPath } from '../paths.ts';

/** The search text of the current page; empty on pages other than the search page. */
export function useSearchedText(): string {
  const { pathname, search } = useLocation();
  return pathname === searchPath ? (new URLSearchParams(search).get('q') ?? '') : '';
}
