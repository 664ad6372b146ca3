import { isRouteErrorResponse, Links, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import { problemOf } from '../../../../app/platform/api/api-problem.ts';
import { apiAttributes } from '../../../../app/platform/api/api-settings.ts';
import { useText } from '../../../../app/platform/i18n/text-context.tsx';
import { problemMessage } from '../../../../app/ui/notices/problem-notice.ts';

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang={useText().locale} {...apiAttributes()}>
      <head>
        <title>Test shop</title>
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

export function ErrorBoundary() {
  const { t } = useText();
  const error = useRouteError();
  const problem = problemOf(error);
  if (problem) return <h1>{problemMessage(problem, t)}</h1>;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <h1>{t(missing ? 'notFound.title' : 'error.title')}</h1>;
}
