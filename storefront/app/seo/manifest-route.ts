import { shop } from '@fynbos/core/shop.ts';
import { cartPath, inView, searchPath, wishlistPath } from '../paths.ts';
import { apiSettings, storeView } from '../platform/api/api-settings.ts';
import { loadText } from '../platform/i18n/message-loader.ts';

const png = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' });
const icons = [
  { ...png('/icon-192.png', 192), purpose: 'any' },
  { ...png('/icon-512.png', 512), purpose: 'any' },
  { ...png('/icon-maskable-512.png', 512), purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

/**
 * The web app manifest of a store view, in its language: an app starts in the view from which it was
 * installed. The default view keeps the id of apps that are installed already.
 */
export async function loader(): Promise<Response> {
  const { locale, seo } = storeView();
  const { prefix = '', view, views = [] } = apiSettings().currentView ?? {};
  const country = view?.code ? views.find(({ code }) => code === view.code)?.country : undefined;
  const { t } = await loadText(locale);
  const shortcuts = [
    [t('search.submit'), searchPath],
    [t('cart.title'), cartPath],
    [t('orders.title'), '/my-account/orders'],
    [t('wishlist.title'), wishlistPath],
  ] as const;
  const manifest = {
    name: country ? `${shop.name} ${country}` : shop.name,
    short_name: shop.name,
    description: seo?.description ?? t('shop.description'),
    id: prefix || '/',
    start_url: inView('/pwa.html'),
    // An app stays open when its shopper changes the store view.
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    lang: locale,
    dir: 'ltr',
    categories: ['shopping', 'food', 'health'],
    background_color: '#f7efe3',
    theme_color: '#12402a',
    icons,
    shortcuts: shortcuts.map(([name, path]) => {
      return { name, url: inView(path), icons: [png('/icon-192.png', 192)] };
    }),
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  });
}
