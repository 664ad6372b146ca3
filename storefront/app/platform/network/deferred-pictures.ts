import { notYet } from './data-use.ts';

const waiting = `img[src^="${notYet}"], source[srcset^="${notYet}"]`;

/**
 * Loads the deferred pictures in a part of the page. React does not overwrite them: its own props have not
 * changed.
 */
export function showPictures(part: ParentNode): void {
  for (const element of part.querySelectorAll(waiting)) {
    const name = element instanceof HTMLImageElement ? 'src' : 'srcset';
    // `waiting` selects elements by this attribute.
    element.setAttribute(name, element.getAttribute(name)!.slice(notYet.length));
  }
}

/** Loads all pictures of the page, including those added later, until stopped. */
export function showAllPictures(): () => void {
  const { pathname } = location;
  // The next page is rendered before the cleanup of this page runs.
  const observer = new MutationObserver(() => location.pathname === pathname && showPictures(document));
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['src', 'srcset'] });
  showPictures(document);
  return () => observer.disconnect();
}
