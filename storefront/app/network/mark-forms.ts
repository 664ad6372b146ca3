/** Forms, and parts with `data-asks` that hold buttons of their own; not what works without a network, or says by itself that it does not. */
const asking = 'form:not([method=dialog]), [data-asks]';
const saysItself = '[data-offline="works"], [data-offline="own"]';
const pressable = 'button:not([type=button]), [type=submit], [data-asks] button';

export interface Words {
  /** For what something is typed into: it stays. */
  typed: string;
  /** For a button. */
  pressed: string;
}

/**
 * Everything that needs the network says so before it is tried (OFF-3): the word stands beside it, and is the
 * description of what is pressed. Only attributes are set, so that no part of the page has to know. A form may bring a
 * word of its own as `data-offline`; `data-offline="works"` on it or around it is what works, and
 * `own` what has words of its own.
 *
 * @returns what takes the words away again
 */
export function markWhatAsks(words: Words): () => void {
  const marked = new Set<HTMLElement>();
  const markAll = () => {
    for (const one of marked) if (!one.isConnected) unmark(one);
    for (const one of document.querySelectorAll<HTMLElement>(asking)) mark(one);
  };
  // One that is marked is looked at again: a button may have come to it since.
  const mark = (one: HTMLElement) => {
    // What asks by itself does so wherever it stands.
    const of = one.matches('[data-asks]') ? one : one.closest<HTMLElement>(saysItself);
    if (of?.matches(saysItself)) return;
    marked.add(one);
    const word = one.dataset.offline || (isTypedInto(one) ? words.typed : words.pressed);
    one.dataset.needsNetwork = word;
    for (const button of one.querySelectorAll(pressable)) button.setAttribute('aria-description', word);
  };
  const unmark = (one: HTMLElement) => {
    marked.delete(one);
    delete one.dataset.needsNetwork;
    for (const button of one.querySelectorAll(pressable)) button.removeAttribute('aria-description');
  };
  markAll();
  const watch = new MutationObserver(markAll);
  watch.observe(document.body, { subtree: true, childList: true });
  return () => {
    watch.disconnect();
    for (const one of marked) unmark(one);
  };
}

const isTypedInto = (one: HTMLElement): boolean =>
  one.querySelector('input:not([type=hidden]), textarea') !== null;

/**
 * Keeps a form that only the browser would send from leaving the page: it would be lost on the way, with what was
 * typed. What the page sends itself says by itself what became of it.
 *
 * @param refuse told the word of the form
 */
export function holdForms(refuse: (word: string) => void): () => void {
  const hold = (event: SubmitEvent) => {
    const word = (event.target as HTMLElement).dataset.needsNetwork;
    if (event.defaultPrevented || !word) return;
    event.preventDefault();
    refuse(word);
  };
  addEventListener('submit', hold);
  return () => removeEventListener('submit', hold);
}
