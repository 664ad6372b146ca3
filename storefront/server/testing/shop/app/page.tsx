import { checkStockOfSku } from '@fynbos/core/stock/contract.ts';
import { data, type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router';
import { callApi } from '../../../../app/api-client.ts';
import { useText } from '../../../../app/platform/i18n/text-context.tsx';

let renderings = 0;

const tagsOf: Record<string, string> = {
  '/': 'home',
  '/crash': 'home',
  '/injected': 'home',
  '/private': 'home',
};

export async function loader({ request, params, url }: LoaderFunctionArgs) {
  const { pathname } = url;
  const headers: Record<string, string> = {};
  const tags = params.id ? `P${params.id} product` : tagsOf[pathname];
  if (tags) headers['x-cache-tags'] = tags;
  if (pathname === '/broken') throw new Error('the loader broke');
  if (pathname === '/moved') throw redirect('/product/9', 301);
  if (pathname === '/refused') await callApi(checkStockOfSku, { params: { sku: 'none' }, request });
  if (pathname === '/cookie') headers['set-cookie'] = 'seen=1';
  if (pathname === '/private') headers['cache-control'] = 'no-store';
  if (pathname === '/slow') await waitForTheEnd(request.signal);
  return data({ rendering: ++renderings }, { headers });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

/**
 * Waits for the abort of the request or for a time-out. Emits to the test that it begins, and which of the
 * two it was.
 */
async function waitForTheEnd(signal: AbortSignal) {
  process.emit('fynbos:slow-begun' as never);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 60_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  process.emit('fynbos:slow' as never, signal.aborted as never);
}

export default function Page() {
  const { rendering } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { t, price, locale } = useText();
  if (pathname === '/crash') throw new Error('the page broke');
  return (
    <main>
      <h1>{t('home.title')}</h1>
      <p>
        {pathname} {locale} {price(1234.5)} rendering {rendering}
      </p>
      {pathname === '/injected' && (
        // A script that a product description could inject if it were rendered unescaped.
        <div dangerouslySetInnerHTML={{ __html: '<script>alert("smuggled")</script>' }} />
      )}
    </main>
  );
}
