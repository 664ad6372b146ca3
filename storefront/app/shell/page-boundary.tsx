import { Outlet } from 'react-router';
import { LateProblem } from './errors/problem-view-loader.tsx';
import { useHomeRedirect } from './redirect-home.ts';

/**
 * The error boundary inside the layout, around every page: an error in a page leaves header and footer
 * intact.
 */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  useHomeRedirect(error);
  return <LateProblem error={error} />;
}
