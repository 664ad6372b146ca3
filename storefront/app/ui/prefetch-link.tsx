import { Link, type LinkProps } from 'react-router';
import { apiSettings } from '../platform/api/api-settings.ts';

/** A link that prefetches its page on hover or focus. On a low-data page it prefetches nothing. */
export function PrefetchLink(props: Omit<LinkProps, 'prefetch'>) {
  return <Link prefetch={apiSettings().low ? 'none' : 'intent'} {...props} />;
}
