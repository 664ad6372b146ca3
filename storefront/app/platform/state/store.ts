import { useSyncExternalStore } from 'react';

/** Functions called when something happens. */
export interface Emitter<Event = void> {
  emit(event: Event): void;
  /** @returns the unsubscribe function */
  subscribe(listener: (event: Event) => void): () => void;
  /** Whether anything is subscribed. */
  isObserved(): boolean;
}

export function createEmitter<Event = void>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isObserved: () => listeners.size > 0,
  };
}

type Subscribe = (listener: () => void) => () => void;

/** Subscribes to several sources of changes as to one. */
export const subscribeToAll =
  (...subscribes: Subscribe[]): Subscribe =>
  (listener) => {
    const stops = subscribes.map((subscribe) => subscribe(listener));
    return () => {
      for (const stop of stops) stop();
    };
  };

/** A value of this page that components and other code read live. */
export interface Store<Value> {
  get(): Value;
  /** Sets the value and notifies; an equal value sends no notification. */
  set(next: Value): void;
  /** @returns the unsubscribe function */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const changes = createEmitter();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
}

/**
 * The live value of a store.
 * @param onServer the value on the server and until hydration (spec D32)
 */
export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>, onServer: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer);
}
