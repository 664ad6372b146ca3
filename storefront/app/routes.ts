import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The pages inside the default layout; what nothing else answers goes to the dispatcher (decision 30). */
const pages = [
  index('home-page.tsx'),
  route('pwa.html', 'home-page.tsx', { id: 'home-of-the-app' }),
  route('c/:slug', 'catalogue/category-page.tsx'),
  route('p/:parentSku/:slug/:childSku?', 'catalogue/product-page.tsx'),
  route('brand/:slug', 'catalogue/brand-page.tsx'),
  route('search', 'search/search-page.tsx'),
  route('*', 'catalogue/dispatcher-page.tsx'),
] satisfies RouteConfigEntry[];

export default [
  layout('shell/default-layout.tsx', [layout('shell/page-boundary.tsx', pages)]),
  layout('shell/minimal-layout.tsx', [route('error', 'shell/error-page.tsx')]),
  route('language', 'i18n/language-route.ts'),
  route('robots.txt', 'seo/robots-route.ts'),
  route('sitemap.xml', 'seo/sitemap-index-route.ts'),
  route('sitemap/:part', 'seo/sitemap-route.ts'),
] satisfies RouteConfig;
