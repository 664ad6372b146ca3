import { Outlet } from 'react-router';
import { ProblemView } from './problem-view.tsx';

/** Inside the layout, around every page: what goes wrong in a page leaves header and footer standing. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ProblemView error={error} />;
}
