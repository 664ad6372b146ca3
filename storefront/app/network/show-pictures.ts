import { notYet } from '../data-use.ts';

const waiting = `img[src^="${notYet}"], source[srcset^="${notYet}"]`;

/** Brings what waits in a part of the page. The page's own code never writes over it: to it nothing has changed. */
export function showPictures(part: ParentNode): void {
  for (const one of part.querySelectorAll(waiting)) {
    const name = one instanceof HTMLImageElement ? 'src' : 'srcset';
    one.setAttribute(name, one.getAttribute(name)!.slice(notYet.length));
  }
}

/** Brings all pictures of the page, and those that come to it later, until told to end. */
export function keepShowing(): () => void {
  const { pathname } = location;
  // The next page is drawn before this one is told to end.
  const watch = new MutationObserver(() => location.pathname === pathname && showPictures(document));
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['src', 'srcset'] });
  showPictures(document);
  return () => watch.disconnect();
}
