import { startTransition, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { useCloses, useOpenPanel, usePanels } from './panels-provider.tsx';

type Side = 'start' | 'end' | 'top';

const sides: Record<Side, string> = {
  start: 'mr-auto h-dvh w-88 max-w-[88vw] starting:-translate-x-full -translate-x-full open:translate-x-0',
  end: 'ml-auto h-dvh w-96 max-w-[92vw] starting:translate-x-full translate-x-full open:translate-x-0',
  top: 'mx-auto mb-auto max-h-dvh w-full max-w-full md:max-w-3xl md:mt-4 md:rounded-petal starting:-translate-y-4 -translate-y-4 open:translate-y-0',
};

/**
 * A panel over the page: a native modal dialog, so the rest is inert, Escape closes it, and focus returns
 * to its opener. Opened by `usePanels().show(name)` or by a button's `command`.
 */
export function Panel({
  name,
  title,
  closeLabel,
  side,
  heading = true,
  docked = false,
  children,
  footer,
}: {
  name: string;
  title: string;
  closeLabel: string;
  side: Side;
  /** Whether the title is visible; it always labels the panel. */
  heading?: boolean;
  /** Whether it is part of the page on a wide screen, and without scripts. */
  docked?: boolean;
  children: React.ReactNode;
  footer?: React.ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { show, close } = usePanels();
  const closes = useCloses(name);
  const open = useOpenPanel();
  const isOpen = open === name;
  useNativeDialog(dialog, isOpen, () => show(name));

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      id={name}
      aria-label={title}
      closedby="any"
      onClose={() => close(name)}
      onClick={(event) => event.target === event.currentTarget && close(name)}
      className={`fixed inset-0 m-0 max-h-none bg-surface text-default shadow-lift transition-[translate,display,overlay] transition-discrete duration-200 backdrop:bg-black/50 ${sides[side]} ${docked ? 'panel-docked' : ''}`}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        {heading && (
          <div className="flex items-center justify-between gap-2 border-divider border-b py-2 pr-2 pl-4 in-page:border-0 in-page:p-0">
            <h2 className="font-bold text-lg">{title}</h2>
            <IconButton className="in-page:hidden" icon="close" label={closeLabel} {...closes} />
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 in-page:overflow-visible in-page:px-0">
          {children}
        </div>
        {footer && <div className="border-divider border-t px-4 py-3 in-page:hidden">{footer}</div>}
      </div>
    </dialog>
  );
}

/** Synchronises element and state: a button may open the element itself, before and after hydration. */
function useNativeDialog(ref: React.RefObject<HTMLDialogElement | null>, isOpen: boolean, adopt: () => void) {
  const adopting = useRef(adopt);
  adopting.current = adopt;
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    // The browser shows the panel first: what follows from it is less urgent.
    const sync = () => dialog.open && startTransition(() => adopting.current());
    const observer = new MutationObserver(sync);
    observer.observe(dialog, { attributeFilter: ['open'] });
    sync();
    return () => observer.disconnect();
  }, [ref]);
  const shown = useRef(false);
  // No key press reaches the page between the content of the panel and its focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && shown.current && dialog.open) dialog.close();
    shown.current = isOpen;
  });
}
