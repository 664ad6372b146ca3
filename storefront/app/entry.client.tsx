import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { holdInstallPrompt } from './notifications/install-prompt.ts';
import { pageLocale } from './platform/i18n/locale.ts';
import { loadText } from './platform/i18n/message-loader.ts';
import type { Text } from './platform/i18n/text.ts';
import { shownText, TextProvider } from './platform/i18n/text-context.tsx';
import { OriginProvider } from './platform/seo/site-origin.tsx';
import { watchForUpdate } from './platform/updates/shop-update.ts';
import { storedWork } from './platform/updates/unfinished-work.ts';
import { watchActivity } from './ui/loading/user-activity.ts';

watchActivity();
watchForUpdate();
holdInstallPrompt();

const { dataset } = document.documentElement;
// The server rendered the page in this language, so hydration waits only for its messages.
const text = await loadText(pageLocale());

/**
 * Repeats early presses once the page outside its deferred views is hydrated; for these, React stops a press
 * that is too early. It wraps the page: a sibling would change the ids of `useId`, which the server does not
 * know.
 */
function WithEarlyPresses({ children }: { children: ReactNode }) {
  useEffect(() => window.earlyPresses?.ready(), []);
  return children;
}

const work = storedWork.read();
if (work) {
  // Removed first: it is continued once.
  storedWork.write(undefined);
  void import('./platform/updates/resume-work.lazy.ts').then(({ resumeWork }) =>
    resumeWork(work, Date.now()),
  );
}

const treeOf = (shown: Text) => (
  <StrictMode>
    <TextProvider text={shown}>
      <OriginProvider origin={dataset.origin ?? ''}>
        <WithEarlyPresses>
          <HydratedRouter />
        </WithEarlyPresses>
      </OriginProvider>
    </TextProvider>
  </StrictMode>
);

startTransition(() => {
  const root = hydrateRoot(document, treeOf(text));
  shownText.replace = (changed) => root.render(treeOf(changed));
});
