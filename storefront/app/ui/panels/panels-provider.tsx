import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';

/** Shows and closes panels. At most one is open (UI-1). */
interface Panels {
  show: (name: string) => void;
  /** Closes the open panel. With a name, closes it only if that panel is the open one. */
  close: (name?: string) => void;
}

const PanelsContext = createContext<Panels | undefined>(undefined);
const OpenPanelContext = createContext<string | undefined>(undefined);

/** Provides the panels of the page. Navigation to another page closes them. */
export function PanelsProvider({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState<string>();
  const { pathname } = useLocation();
  useEffect(() => setOpen(undefined), [pathname]);
  const panels = useMemo(
    (): Panels => ({
      show: setOpen,
      close: (name) => setOpen((now) => (name === undefined || name === now ? undefined : now)),
    }),
    [],
  );
  return (
    <PanelsContext value={panels}>
      <OpenPanelContext value={open}>{children}</OpenPanelContext>
    </PanelsContext>
  );
}

/**
 * Shows and closes panels, in a component inside `PanelsProvider`. One that only does this is not rendered again when
 * another panel opens.
 */
export const usePanels = (): Panels => useContext(PanelsContext)!;

/** The name of the open panel. */
export const useOpenPanel = (): string | undefined => useContext(OpenPanelContext);

/**
 * Attributes of a button that opens a panel. `command` makes the browser open it before any of our scripts
 * have loaded. The panel reports the event once it is hydrated.
 */
export const useOpens = (name: string) => ({
  'aria-haspopup': 'dialog' as const,
  ...commandOf('show-modal', name, openPanel),
});

/** Attributes of a button that closes a panel, in the same way. */
export const useCloses = (name: string) => commandOf('close', name, usePanels().close);

/** @param run does the same in older browsers */
const commandOf = (command: string, name: string, run: (name: string) => void) => ({
  onClick: () => {
    if (!('command' in HTMLButtonElement.prototype)) run(name);
  },
  command,
  commandfor: name,
});

/** Opens a panel through its dialog element, which may not be hydrated yet. */
export function openPanel(name: string): void {
  const dialog = document.getElementById(name);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
