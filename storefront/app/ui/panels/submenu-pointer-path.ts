import { useEffect, useRef, useState } from 'react';

/** Spec accounts 9: how long a submenu remains visible after it was closed, in milliseconds. */
const submenuDelay = 300;

/**
 * The path through a menu with several levels. Going back first flags the last level as leaving, then
 * removes it from the path after the transition.
 */
export function useSubmenuPath() {
  const [path, setPath] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const enter = (name: string) => {
    clearTimeout(timer.current);
    setPath((now) => [...(leaving ? now.slice(0, -1) : now), name]);
    setLeaving(false);
  };
  const back = () => {
    if (leaving || path.length === 0) return;
    setLeaving(true);
    timer.current = setTimeout(() => {
      setPath((now) => now.slice(0, -1));
      setLeaving(false);
    }, submenuDelay);
  };
  return { path, leaving, enter, back };
}
