import { redirect } from 'react-router';
import { resetPasswordPath } from './state/account-paths.ts';

/** An alias of the same page (spec D36). */
export function loader() {
  return redirect(resetPasswordPath, 301);
}
