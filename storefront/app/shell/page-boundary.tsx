import { Outlet } from 'react-router';
import { LateProblem } from './late-problem.tsx';
import { useWayHome } from './way-home.ts';

/** Inside the layout, around every page: what goes wrong in a page leaves header and footer standing. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  useWayHome(error);
  return <LateProblem error={error} />;
}
