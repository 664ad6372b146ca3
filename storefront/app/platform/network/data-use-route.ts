import { ownPath } from '@fynbos/core/accounts/same-site-path.ts';
import { redirect } from 'react-router';
import { isDataUse, rememberDataUse } from './data-use.ts';

/** Stores the data-use choice and redirects to the page it was made on; works without JavaScript. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData();
  const use = form.get('use');
  const back = ownPath(String(form.get('back') ?? '/'));
  const secure = new URL(request.url).protocol === 'https:';
  if (!isDataUse(use)) return redirect(back, 303);
  return redirect(back, { status: 303, headers: { 'set-cookie': rememberDataUse(use, secure) } });
}

/** This address only accepts posts. */
export function loader() {
  return redirect('/', 303);
}
