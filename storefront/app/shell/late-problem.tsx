import { lazy } from 'react';
import { useLocation } from 'react-router';
import { Still } from '../ui/still.tsx';

const ProblemView = lazy(async () => ({ default: (await import('./problem-view.tsx')).ProblemView }));

/** Whatever went wrong. What the server says of it works without code; hardly anybody ever needs that. */
export function LateProblem({ error }: { error: unknown }) {
  const { key } = useLocation();
  return (
    <Still key={key}>
      <ProblemView error={error} />
    </Still>
  );
}
