import { Suspense } from 'react';
import { ServerHtml, useServerHtml } from './server-html.tsx';

/**
 * Content that never changes after the page is rendered. The browser leaves server-rendered HTML untouched
 * and loads no code for it. After a client-side navigation it renders the children, which may load late.
 * The children must not need scripts, and their `key` must contain all their inputs.
 */
export function StaticContent({ children }: { children: React.ReactNode }) {
  if (useServerHtml()) return <ServerHtml />;
  return (
    <div>
      <Suspense>{children}</Suspense>
    </div>
  );
}
