import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { apiAttributes } from './api.ts';
import './app.css';
import { useText } from './i18n/text-context.tsx';

export function Layout({ children }: { children: React.ReactNode }) {
  const { locale } = useText();
  return (
    <html lang={locale} {...apiAttributes()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
