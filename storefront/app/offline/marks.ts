/** Calls back when another tab, or code of this page that says so, has changed a mark that all pages read. */
export function onMarks(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}
