/** Aborted when this page is to be loaded again: no reload is prevented from then on. */
const reloading = new AbortController();

/** Loads this page again. */
export function reloadPage(): void {
  reloading.abort();
  location.reload();
}

/** Browsers without the Navigation API reload whenever a script asks for it. */
export const canPreventReload = (): boolean => 'navigation' in window;

/**
 * Prevents reloads that another script begins, and calls back instead: if React Router cannot import the code of a
 * page, it reloads the document, even when a link is only touched.
 * @returns a function that ends this
 */
export function preventReload(onPrevented: () => void): () => void {
  // The development server reloads the page, too.
  if (import.meta.env.DEV || !canPreventReload()) return () => {};
  const prevent = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable) return;
    event.preventDefault();
    onPrevented();
  };
  navigation.addEventListener('navigate', prevent, reloading);
  return () => navigation.removeEventListener('navigate', prevent);
}
