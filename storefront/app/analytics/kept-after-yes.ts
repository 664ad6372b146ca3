import { consents } from '../consent/consents.ts';

/** Something that lives as long as its page until the shopper agrees to be measured; the browser keeps it only then. */
export interface KeptAfterYes<Value> {
  get(): Value;
  set(next: Value): void;
  /** Has the browser keep what this page held, where the shopper agreed meanwhile. */
  settle(): void;
  /** Forgets it, here and in the browser. */
  drop(): void;
}

/** @param join what the browser keeps and what only this page holds; what nothing was joined with is `none` */
export function keptAfterYes<Value>(
  storage: () => Storage,
  key: string,
  none: Value,
  join: (kept: Value, here: Value) => Value,
): KeptAfterYes<Value> {
  const empty = JSON.stringify(none);
  let here = none;
  const one: KeptAfterYes<Value> = {
    get() {
      if (!consents().analytics) return here;
      try {
        return join(JSON.parse(storage().getItem(key) ?? empty), here);
      } catch {
        return here;
      }
    },
    set(next) {
      here = next;
      if (!consents().analytics) return;
      try {
        const text = JSON.stringify(next);
        if (text === empty) storage().removeItem(key);
        else storage().setItem(key, text);
        here = none;
      } catch {
        // A browser that keeps nothing has it while the page lives.
      }
    },
    settle: () => one.set(one.get()),
    drop() {
      here = none;
      try {
        storage().removeItem(key);
      } catch {
        // There is nothing.
      }
    },
  };
  return one;
}
