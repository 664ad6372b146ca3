import { useLocation } from 'react-router';
import { searchPath } from '../paths.ts';

/** What was searched for on the page that is open; empty on any other. */
export function useSearchedText(): string {
  const { pathname, search } = useLocation();
  return pathname === searchPath ? (new URLSearchParams(search).get('q') ?? '') : '';
}
