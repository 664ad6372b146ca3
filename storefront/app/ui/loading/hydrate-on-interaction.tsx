import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { opensElsewhere } from '../../platform/browser/opens-elsewhere.ts';
import { setFieldValue } from '../../platform/browser/set-field-value.ts';
import { once } from '../../platform/state/once.ts';
import { acting } from '../../platform/updates/shop-update.ts';
import { openPanel } from '../panels/panels-provider.tsx';
import { ServerHtml, useServerHtml } from '../server-html.tsx';
import { firstActivity, released, renderTurn, reportActivity } from './user-activity.ts';

/**
 * A component that is only needed on interaction, such as a panel or a button. The server-rendered HTML is
 * visible, and panels can be opened at once. The code is loaded at the first user activity and replaces the
 * HTML. A button pressed before that shows that it is busy and is clicked after hydration, once for each press. A link with
 * `data-waits` behaves the same; other links work as usual.
 * @param sooner whether this browser has a reason not to wait
 */
export function hydrateOnInteraction<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  sooner: () => boolean = () => false,
): ComponentType<Props> {
  const OnServer = lazy(async () => ({ default: await load() }));
  let fetched: ComponentType<Props> | undefined;
  const fetchOnce = once(async () => {
    fetched = await load();
    return fetched;
  });

  return function Late(props: Props) {
    const hasServerHtml = useServerHtml();
    const [Part, setPart] = useState(() => fetched);
    const loading = useRef<Promise<void>>(undefined);
    const [press] = useState(() => Promise.withResolvers<void>());
    const show = async () => {
      const arrived = await fetchOnce();
      await Promise.race([renderTurn(), press.promise.then(released)]);
      // Synchronously: otherwise keyboard focus could move to an element that is being removed.
      remember();
      flushSync(() => setPart(() => arrived));
    };
    const replace = () => {
      loading.current ??= show().catch((error) => {
        // The code could not be loaded: the server-rendered HTML remains, and the next press tries again.
        loading.current = undefined;
        abandon();
        throw error;
      });
      return loading.current;
    };
    const { place, remember, resume, abandon } = useWaiting(Part !== undefined, () => {
      // A pressed part does not wait for its turn.
      press.resolve();
      return replace();
    });
    useEffect(() => {
      // Without the server's HTML nothing is shown until the code arrives: after a navigation, or where React
      // replaced the HTML because something changed around it during hydration.
      const wait = hasServerHtml && !sooner() ? firstActivity : Promise.resolve();
      wait.then(replace).catch(() => {});
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
    return hasServerHtml ? <ServerHtml ref={place} /> : null;
  };
}

/**
 * Interactions that happened before hydration: an opened panel, a pressed button, typed values and the
 * focus.
 * @param replace loads the code, also again after that failed, and replaces the HTML
 */
function useWaiting(isAlive: boolean, replace: () => Promise<void>) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef<Pressed[]>([]);
  const open = useRef<string>(undefined);
  const focused = useRef(-1);
  const selected = useRef<Selected>(undefined);
  const typed = useRef<string[]>([]);
  // Before the browser may deliver the next click.
  useLayoutEffect(() => {
    // A component that is hydrated from the start has nothing to replay.
    const written = isAlive ? null : place.current;
    if (!written) return undefined;
    const press = (event: MouseEvent, at = event.target) => {
      // The target of a click is an element.
      const control = (at as Element).closest<HTMLElement>('button:not([command]), a[data-waits]');
      // With such a key the browser opens a link elsewhere.
      if (!control || (control.matches('a') && opensElsewhere(event))) return;
      event.preventDefault();
      control.ariaBusy = 'true';
      pressed.current.push({ index: pressableIn(written).indexOf(control), event });
      reportActivity();
      acting(control, replace).catch(() => {});
    };
    window.earlyPresses?.take(written, press);
    written.addEventListener('click', press);
    return () => written.removeEventListener('click', press);
  }, []);
  return {
    place,
    remember() {
      open.current = place.current?.querySelector('dialog[open]')?.id;
      const { activeElement } = document;
      const isElement = activeElement instanceof HTMLElement;
      focused.current = isElement ? reachableIn(place.current).indexOf(activeElement) : -1;
      selected.current = selectionOf(activeElement);
      typed.current = fieldsIn(place.current).map(({ value }) => value);
    },
    /** A link falls back to normal navigation. */
    abandon() {
      const controls = pressableIn(place.current);
      for (const { index } of pressed.current.splice(0)) {
        controls[index]?.removeAttribute('aria-busy');
        if (controls[index] instanceof HTMLAnchorElement) location.assign(controls[index].href);
      }
    },
    resume() {
      if (open.current) openPanel(open.current);
      const isChanged = fieldsIn(place.current).map(restoreValue(typed.current)).includes(true);
      const reached = reachableIn(place.current)[focused.current];
      reached?.focus();
      // Restores a selection, so that typing still replaces the selected number.
      if (reached instanceof HTMLInputElement && selected.current)
        reached.setSelectionRange(...selected.current);
      const controls = pressableIn(place.current);
      // React renders between two actions of a shopper, too, so that the next press uses what was typed.
      pressed.current.splice(0).forEach(({ index, event }, position) => {
        const press = () => controls[index]?.dispatchEvent(new MouseEvent('click', event));
        position > 0 || isChanged ? setTimeout(press) : press();
      });
      open.current = undefined;
      focused.current = -1;
      selected.current = undefined;
      typed.current = [];
    },
  };
}

/** A press of a control before hydration; `index` counts the controls of the part. */
interface Pressed {
  index: number;
  event: MouseEvent;
}

type Selected = [start: number, end: number] | undefined;

/** The selection in a text field. */
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

/** Returns whether the value changed. */
const restoreValue =
  (typed: readonly string[]) =>
  (field: HTMLInputElement, index: number): boolean => {
    const value = typed[index];
    if (value === undefined || value === field.value) return false;
    setFieldValue(field, value);
    return true;
  };

const pressableIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('button, a[data-waits]') ?? []),
];
