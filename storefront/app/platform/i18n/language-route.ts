import { ownPath } from '@fynbos/core/accounts/same-site-path.ts';
import { redirect } from 'react-router';
import { isLocale, rememberLocale } from './locale.ts';

/** Stores the chosen language and redirects back to the page; works without JavaScript. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData();
  const locale = String(form.get('locale'));
  const back = ownPath(String(form.get('back') ?? '/'));
  const secure = new URL(request.url).protocol === 'https:';
  if (!isLocale(locale)) return redirect(back, 303);
  return redirect(back, { status: 303, headers: { 'set-cookie': rememberLocale(locale, secure) } });
}

/** This path has no page. */
export function loader() {
  return redirect('/', 303);
}
