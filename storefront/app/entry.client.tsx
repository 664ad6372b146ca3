import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { pageLocale } from './platform/i18n/locale.ts';
import { loadText } from './platform/i18n/message-loader.ts';
import { TextProvider } from './platform/i18n/text-context.tsx';
import { OriginProvider } from './platform/seo/site-origin.tsx';

const { dataset } = document.documentElement;
// The server rendered the page in this language, so hydration waits only for its messages.
const text = await loadText(pageLocale());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextProvider text={text}>
        <OriginProvider origin={dataset.origin ?? ''}>
          <HydratedRouter />
        </OriginProvider>
      </TextProvider>
    </StrictMode>,
  );
});
