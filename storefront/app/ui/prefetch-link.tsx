import type { LinkProps } from 'react-router';
import { apiSettings } from '../platform/api/api-settings.ts';
import { PageLink } from './page-link.tsx';

/** A link that prefetches its page on hover or focus. On a low-data page it prefetches nothing. */
export function PrefetchLink(props: Omit<LinkProps, 'prefetch'>) {
  return <PageLink prefetch={apiSettings().low ? 'none' : 'intent'} {...props} />;
}
