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
import { openPanel } from './panels.tsx';

/** What a shopper does first, with whatever they have. A page that is only read needs no more than it shows. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const;

/** The first sign of somebody, once for the life of the page. */
const touched = new Promise<void>((resolve) => {
  if (typeof document === 'undefined') return;
  for (const sign of signs) addEventListener(sign, () => resolve(), { once: true, passive: true });
});

const never = () => () => {};
/** One object for all: another one would make React write its text over what is there. */
const untouched = { __html: '' };

/**
 * A panel that is of use only to who opens it. It stands in the document as the server wrote it, where
 * buttons can open it already; its code is fetched at the first touch and takes its place, open or closed
 * as it is. (A boundary of Suspense cannot wait so long: React takes away what is in it as soon as a
 * context around it changes.)
 */
export function whenTouched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const OnServer = lazy(async () => ({ default: await load() }));
  let fetched: ComponentType<Props> | undefined;
  const fetchIt = async () => {
    fetched ??= await load();
    return fetched;
  };
  return function Late(props: Props) {
    const isWaking = useSyncExternalStore(
      never,
      () => false,
      () => true,
    );
    const [isWritten] = useState(isWaking);
    const [Part, setPart] = useState(() => fetched);
    const place = useRef<HTMLDivElement>(null);
    const open = useRef<string>(undefined);
    useEffect(() => {
      touched
        .then(fetchIt)
        .then((arrived) => {
          open.current = place.current?.querySelector('dialog[open]')?.id;
          setPart(() => arrived);
        })
        .catch(() => {});
    }, []);
    useLayoutEffect(() => {
      if (Part && open.current) openPanel(open.current);
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
        <div key="alive">
          <Part {...props} />
        </div>
      );
    }
    return isWritten ? (
      <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
    ) : null;
  };
}
