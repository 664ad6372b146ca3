import latinFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { inView } from './paths.ts';
import { apiAttributes, apiSettings } from './platform/api/api-settings.ts';
import './app.css';
import { useText } from './platform/i18n/text-context.tsx';
import { useOrigin } from './platform/seo/site-origin.tsx';
import { LateProblem } from './shell/errors/problem-view-loader.tsx';
import { ShellProviders } from './shell/shell-providers.tsx';

export function Layout({ children }: { children: React.ReactNode }) {
  const { locale } = useText();
  // The store views are long. Browsers look for the character set in the first 1,024 bytes.
  const { 'data-here': views, ...settings } = apiAttributes();
  return (
    <html lang={locale} data-origin={useOrigin()} {...settings}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#12402a" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={inView('/manifest.webmanifest')} />
        {!apiSettings().low && (
          <link rel="preload" as="font" type="font/woff2" href={latinFont} crossOrigin="anonymous" />
        )}
        <Meta />
        <Links />
      </head>
      <body data-here={views}>
        <ShellProviders>{children}</ShellProviders>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The error page when not even the header could be rendered. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <main id="main">
      <LateProblem error={error} />
    </main>
  );
}
