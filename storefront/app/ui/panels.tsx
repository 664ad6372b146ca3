import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

/** Which panel is open; at most one is (UI-1). The overlay is on exactly while one is. */
interface Panels {
  open: string | undefined;
  overlay: boolean;
  show: (name: string) => void;
  /** Closes what is open; with a name, only that one. */
  close: (name?: string) => void;
}

const PanelsContext = createContext<Panels | undefined>(undefined);

/** Holds the panels of the page; going to another page closes them. */
export function PanelsProvider({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState<string>();
  const { pathname } = useLocation();
  useEffect(() => setOpen(undefined), [pathname]);
  const close = useCallback(
    (name?: string) => setOpen((now) => (name === undefined || name === now ? undefined : now)),
    [],
  );
  const panels = useMemo(() => ({ open, overlay: open !== undefined, show: setOpen, close }), [open, close]);
  return <PanelsContext value={panels}>{children}</PanelsContext>;
}

export function usePanels(): Panels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('usePanels is called outside PanelsProvider');
  return panels;
}

/**
 * What a button needs to open a panel. `command` opens it in the browser itself, before any script
 * of ours has arrived.
 */
export function useOpens(name: string) {
  const { show } = usePanels();
  return {
    'aria-haspopup': 'dialog' as const,
    onClick: (event: React.MouseEvent) => {
      // Alive, the state opens it: the command as well would open it twice.
      event.preventDefault();
      show(name);
    },
    command: 'show-modal',
    commandfor: name,
  };
}
