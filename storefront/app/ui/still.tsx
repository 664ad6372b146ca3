import { Suspense, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** One object for all: another one would make React write its text over what is there. */
const untouched = { __html: '' };

/**
 * What never changes once it is on the page. Where the server wrote it, the browser leaves it as it is and
 * fetches no code for it; on a page it goes to by itself it draws the children, which may come late.
 * Nothing in them may need a script, and whatever they are made of must be in their `key`.
 */
export function Still({ children }: { children: React.ReactNode }) {
  const isWaking = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isWritten] = useState(isWaking);
  return isWritten && typeof document !== 'undefined' ? (
    // React takes over an element with text of its own without a look inside.
    <div suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  ) : (
    <div>
      <Suspense>{children}</Suspense>
    </div>
  );
}
