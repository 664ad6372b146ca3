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
 * What a button needs to open a panel. `command` opens it in the browser itself, before any script of ours
 * has arrived, and the panel tells once it is alive; older browsers are helped.
 */
export function useOpens(name: string) {
  return {
    'aria-haspopup': 'dialog' as const,
    onClick: () => {
      if (!('command' in HTMLButtonElement.prototype)) openPanel(name);
    },
    command: 'show-modal',
    commandfor: name,
  };
}

/** Opens a panel by its element; it may not be alive yet. */
export function openPanel(name: string): void {
  const dialog = document.getElementById(name);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
