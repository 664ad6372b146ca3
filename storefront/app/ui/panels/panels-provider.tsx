import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

/** Which panel is open. At most one is open (UI-1). */
interface Panels {
  open: string | undefined;
  show: (name: string) => void;
  /** Closes the open panel. With a name, closes it only if that panel is the open one. */
  close: (name?: string) => void;
}

const PanelsContext = createContext<Panels | undefined>(undefined);

/** Provides the panels of the page. Navigation to another page closes them. */
export function PanelsProvider({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState<string>();
  const { pathname } = useLocation();
  useEffect(() => setOpen(undefined), [pathname]);
  const close = useCallback(
    (name?: string) => setOpen((now) => (name === undefined || name === now ? undefined : now)),
    [],
  );
  const panels = useMemo(() => ({ open, show: setOpen, close }), [open, close]);
  return <PanelsContext value={panels}>{children}</PanelsContext>;
}

export function usePanels(): Panels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('usePanels is called outside PanelsProvider');
  return panels;
}

/**
 * Attributes of a button that opens a panel. `command` makes the browser open it before any of our scripts
 * have loaded. The panel reports the event once it is hydrated. `onClick` covers older browsers.
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

/** Opens a panel through its dialog element, which may not be hydrated yet. */
export function openPanel(name: string): void {
  const dialog = document.getElementById(name);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
