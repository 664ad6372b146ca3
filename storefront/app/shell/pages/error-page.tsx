import { data } from 'react-router';
import { LateProblem } from '../errors/problem-view-loader.tsx';

/** The page for failures outside the shop's pages (spec accounts 2.1); it responds with status 500 itself. */
export function loader() {
  return data(null, { status: 500 });
}

export default function ErrorPage() {
  return <LateProblem error={undefined} />;
}
