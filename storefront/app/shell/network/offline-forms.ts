/**
 * Forms, and elements with `data-asks` that contain buttons. Excludes those that work offline or explain it
 * themselves.
 */
const networkForms = 'form:not([method=dialog]), [data-asks]';
const selfDescribing = '[data-offline="works"], [data-offline="own"]';
const pressable = 'button:not([type=button]), [type=submit], [data-asks] button';

export interface OfflineMessages {
  /** For forms with text fields: the typed text is preserved. */
  typed: string;
  /** For buttons. */
  pressed: string;
}

/**
 * Shows that an action needs the network before it is tried (OFF-3). The message appears beside the element
 * and describes its buttons. Only attributes are set, so components need no changes. A form may set its own
 * message in `data-offline`. `data-offline="works"` on it or an ancestor excludes what works offline; `own`
 * excludes what shows its own message.
 * @returns a function that removes the messages
 */
export function markNetworkForms(messages: OfflineMessages): () => void {
  const marked = new Set<HTMLElement>();
  const markAll = () => {
    for (const element of marked) if (!element.isConnected) unmark(element);
    for (const element of document.querySelectorAll<HTMLElement>(networkForms)) mark(element);
  };
  // Marked elements are processed again, because buttons may have been added.
  const mark = (element: HTMLElement) => {
    // An element with `data-asks` always counts, whatever surrounds it.
    const of = element.matches('[data-asks]') ? element : element.closest<HTMLElement>(selfDescribing);
    if (of?.matches(selfDescribing)) return;
    marked.add(element);
    const word = element.dataset.offline || (isTypedInto(element) ? messages.typed : messages.pressed);
    element.dataset.needsNetwork = word;
    for (const button of element.querySelectorAll(pressable)) button.setAttribute('aria-description', word);
  };
  const unmark = (element: HTMLElement) => {
    marked.delete(element);
    delete element.dataset.needsNetwork;
    for (const button of element.querySelectorAll(pressable)) button.removeAttribute('aria-description');
  };
  markAll();
  const observer = new MutationObserver(markAll);
  observer.observe(document.body, { subtree: true, childList: true });
  return () => {
    observer.disconnect();
    for (const element of marked) unmark(element);
  };
}

const isTypedInto = (element: HTMLElement): boolean =>
  element.querySelector('input:not([type=hidden]), textarea') !== null;

/**
 * Prevents a native form submission while offline: it would leave the page and lose the typed text. Forms
 * that the page itself submits report their own result.
 * @param refuse receives the message of the form
 */
export function holdForms(refuse: (word: string) => void): () => void {
  const hold = (event: SubmitEvent) => {
    // The target of a submit event is its form.
    const word = (event.target as HTMLElement).dataset.needsNetwork;
    if (event.defaultPrevented || !word) return;
    event.preventDefault();
    refuse(word);
  };
  addEventListener('submit', hold);
  return () => removeEventListener('submit', hold);
}
