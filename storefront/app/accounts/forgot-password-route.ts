import { redirect } from 'react-router';
import { resetPasswordPath } from '../account-paths.ts';

/** Another name of the same page (decision 36). */
export function loader() {
  return redirect(resetPasswordPath, 301);
}
