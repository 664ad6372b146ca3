import type { RefAttributes } from 'react';
import { Link, type LinkProps, useLocation } from 'react-router';
import { inView } from '../paths.ts';

type Props = Omit<LinkProps, 'discover'> & RefAttributes<HTMLAnchorElement>;

/**
 * The link that lists and menus use: React Router's in the browser, and on the server an anchor with the
 * same HTML. A list page has more than a hundred links, and on the server each would resolve its path and
 * prepare a click.
 */
export const PageLink: (props: Props) => React.ReactNode = import.meta.env.SSR ? ServerLink : BrowserLink;

/** Browsers know every route, so no link has to announce its own (`react-router.config.ts`). */
function BrowserLink(props: Props) {
  return <Link discover="none" {...props} />;
}

function ServerLink(props: Props) {
  const { pathname } = useLocation();
  const { prefetch, relative, reloadDocument, replace, state, to, ...rest } = props;
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, mask, onClick, ref, ...attributes } =
    rest;
  // React Router resolves every other address.
  if (typeof to !== 'string' || !/^(?:\/(?!\/)|\?)/.test(to) || mask) return <BrowserLink {...props} />;
  const address = to.startsWith('?') ? pathname + to : to;
  return <a {...attributes} href={inView(address.replace(/\?$/, ''))} />;
}
