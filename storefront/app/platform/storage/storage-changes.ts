/**
 * Calls back when another tab, or code of this page that dispatches the event, changed a flag in
 * `localStorage`.
 */
export function onBrowserFlags(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}
