let isTold = false;
let isHeard = false;
const listeners = new Set<() => void>();

/** A newer shop in another tab has what this browser keeps of us: this page comes to it by a reload only. */
export function tellNewer(): void {
  isTold = true;
  hear();
}

/** Hears of it once for the life of the page, also where it was told before anybody listened. @returns how to stop */
export function onNewer(listener: () => void): () => void {
  listeners.add(listener);
  hear();
  return () => void listeners.delete(listener);
}

function hear(): void {
  if (!isTold || isHeard || listeners.size === 0) return;
  isHeard = true;
  for (const listener of listeners) listener();
}
