import { Suspense, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** A shared constant object: a new object would make React overwrite the existing HTML. */
const untouched = { __html: '' };

/**
 * Content that never changes after the page is rendered. The browser leaves server-rendered HTML untouched
 * and loads no code for it. After a client-side navigation it renders the children, which may load late.
 * The children must not need scripts, and their `key` must contain all their inputs.
 */
export function StaticContent({ children }: { children: React.ReactNode }) {
  const isWaking = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isWritten] = useState(isWaking);
  return isWritten && typeof document !== 'undefined' ? (
    // React adopts an element with its own HTML without inspecting it.
    <div suppressHydrationWarning dangerouslySetInnerHTML={untouched} />
  ) : (
    <div>
      <Suspense>{children}</Suspense>
    </div>
  );
}
