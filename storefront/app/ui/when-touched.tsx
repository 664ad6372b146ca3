import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { openPanel } from './panels.tsx';

/** What a shopper does first, with whatever they have, here or in another tab. A page that is only read needs no more than it shows. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'storage'] as const;

/** The first sign of somebody, once for the life of the page. */
const touched = new Promise<void>((resolve) => {
  if (typeof document === 'undefined') return;
  for (const sign of signs) addEventListener(sign, () => resolve(), { once: true, passive: true });
});

/** Nobody presses anything for longer. */
const longestPress = 3000;
/** When what is held down was let go of: what takes another's place between press and release hears of neither. */
let released = Promise.resolve();
function hold(event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== ' ') return;
  released = new Promise((resolve) => {
    setTimeout(resolve, longestPress);
    // The click comes after it, that of a finger in a task of its own.
    for (const end of ['pointerup', 'pointercancel', 'keyup'])
      addEventListener(end, () => setTimeout(resolve, 50), { once: true, passive: true });
  });
}
if (typeof document !== 'undefined')
  for (const begin of ['pointerdown', 'keydown']) addEventListener(begin, hold, { passive: true });

const never = () => () => {};
/** One object for all: another one would make React write its text over what is there. */
const untouched = { __html: '' };

/**
 * A part that is of use only to who does something: a panel, a button. It stands in the document as the
 * server wrote it, where it can be seen and panels can be opened; its code is fetched at the first touch
 * and takes its place. A button that was pressed before says that it is waiting, and is pressed once it is
 * alive; so is a link that says `data-waits`, and other links lead where they lead. (A boundary of Suspense cannot wait so long: React takes away what is
 * in it as soon as a context around it changes.)
 *
 * @param sooner whether this browser has reason not to wait
 */
export function whenTouched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  sooner: () => boolean = () => false,
): ComponentType<Props> {
  const OnServer = lazy(async () => ({ default: await load() }));
  let fetched: ComponentType<Props> | undefined;
  let fetching: Promise<ComponentType<Props>> | undefined;
  const fetchOnce = () => {
    fetching ??= load().then((Part) => {
      fetched = Part;
      return Part;
    });
    return fetching;
  };

  return function Late(props: Props) {
    const isWaking = useSyncExternalStore(
      never,
      () => false,
      () => true,
    );
    const [isWritten] = useState(isWaking);
    const [Part, setPart] = useState(() => fetched);
    const { place, remember, resume, giveUp } = useWaiting(Part !== undefined);
    useEffect(() => {
      const wait = sooner() ? Promise.resolve() : touched;
      wait
        .then(fetchOnce)
        .then(async (arrived) => {
          await released;
          // At once: whoever goes on with the keyboard meanwhile would stand on what is taken away.
          remember();
          flushSync(() => setPart(() => arrived));
        })
        // It could not be fetched: what the server wrote stays, and the next page tries again.
        .catch(() => {
          fetching = undefined;
          giveUp();
        });
    }, []);
    useLayoutEffect(() => {
      if (Part) resume();
    }, [Part]);
    if (typeof document === 'undefined') {
      return (
        <div>
          <Suspense>
            <OnServer {...props} />
          </Suspense>
        </div>
      );
    }
    if (Part) {
      return (
        <div key="alive" ref={place}>
          <Part {...props} />
        </div>
      );
    }
    return isWritten ? (
      <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
    ) : null;
  };
}

/** What was done to a part before it was alive: a panel opened, a button pressed, a field filled, where the focus is. */
function useWaiting(isAlive: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef<number>(undefined);
  const open = useRef<string>(undefined);
  const focused = useRef(-1);
  const selected = useRef<Selected>(undefined);
  const typed = useRef<string[]>([]);
  useEffect(() => {
    // What is alive from the start needs nobody to remember.
    const written = isAlive ? null : place.current;
    const click = (event: MouseEvent) => {
      const { target } = event;
      const found = (target as Element).closest<HTMLElement>('button:not([command]), a[data-waits]');
      if (!found || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      found.setAttribute('aria-busy', 'true');
      pressed.current = pressableIn(written!).indexOf(found);
    };
    written?.addEventListener('click', click);
    return () => written?.removeEventListener('click', click);
  }, []);
  return {
    place,
    remember() {
      open.current = place.current?.querySelector('dialog[open]')?.id;
      focused.current = reachableIn(place.current).indexOf(document.activeElement as HTMLElement);
      selected.current = selectionOf(document.activeElement);
      typed.current = fieldsIn(place.current).map(({ value }) => value);
    },
    /** A link goes its own way, after all. */
    giveUp() {
      const link = pressableIn(place.current)[pressed.current ?? -1];
      link?.removeAttribute('aria-busy');
      if (link instanceof HTMLAnchorElement) location.assign(link.href);
    },
    resume() {
      if (open.current) openPanel(open.current);
      fieldsIn(place.current).forEach(typeAgain(typed.current));
      const reached = reachableIn(place.current)[focused.current];
      reached?.focus();
      // Who has marked the number to type another one over it does so still.
      if (reached instanceof HTMLInputElement && selected.current)
        reached.setSelectionRange(...selected.current);
      if (pressed.current !== undefined) pressableIn(place.current!)[pressed.current]?.click();
      open.current = pressed.current = undefined;
      focused.current = -1;
      selected.current = undefined;
      typed.current = [];
    },
  };
}

type Selected = [start: number, end: number] | undefined;

/** What is marked in a field to type in. */
function selectionOf(active: Element | null): Selected {
  if (!(active instanceof HTMLInputElement)) return undefined;
  const { selectionStart: start, selectionEnd: end } = active;
  return start === null || end === null ? undefined : [start, end];
}

const reachableIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('a, button, input') ?? []),
];

const fieldsIn = (place: HTMLElement | null): HTMLInputElement[] => [
  ...(place?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? []),
];

/** React hears of a value that is set the way a browser sets it. */
const typeAgain =
  (typed: readonly string[]) =>
  (field: HTMLInputElement, index: number): void => {
    const value = typed[index];
    if (value === undefined || value === field.value) return;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

const pressableIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('button, a[data-waits]') ?? []),
];
