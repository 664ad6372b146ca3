import { data } from 'react-router';
import { LateProblem } from './late-problem.tsx';

/** Where a failure outside our pages sends the shopper (accounts 2.1); it is a failure itself. */
export function loader() {
  return data(null, { status: 500 });
}

export default function ErrorPage() {
  return <LateProblem error={undefined} />;
}
