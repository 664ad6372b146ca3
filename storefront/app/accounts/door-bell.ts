const listeners = new Set<() => void>();

/** Lets the door look again who is there. */
export function ringDoor(): void {
  for (const listener of listeners) listener();
}

/** Calls back when it should. @returns how to stop */
export function atBell(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
