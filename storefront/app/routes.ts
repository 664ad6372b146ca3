import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Login pages, the newsletter, and the privacy choices. */
const openPages = [
  route('login', 'accounts/login-page.tsx'),
  route('register', 'accounts/register-page.tsx'),
  route('reset-password', 'accounts/reset-password-page.tsx'),
  route('Account/Reset-Password', 'accounts/new-password-page.tsx'),
  route('Account/Confirm-Email', 'accounts/confirm-email-page.tsx'),
  route('newsletter', 'newsletter/newsletter-page.tsx'),
  route('privacy-choices', 'privacy/privacy-choices-page.tsx'),
];

/** The pages inside the default layout; the dispatcher handles every other address (spec D30). */
const pages = [
  index('shell/pages/home-page.tsx'),
  route('pwa.html', 'shell/pages/home-page.tsx', { id: 'home-of-the-app' }),
  route('c/:slug', 'listing/category-page.tsx'),
  route('p/:parentSku/:slug/:childSku?', 'product/product-page.tsx'),
  route('brand/:slug', 'listing/brand-page.tsx'),
  route('search', 'search/search-page.tsx'),
  route('cart', 'cart/cart-page.tsx'),
  ...openPages,
  route('storelocator', 'stores/store-locator-page.tsx'),
  route('wishlist', 'list-pages/wishlist-page.tsx'),
  route('compare', 'list-pages/compare-page.tsx'),
  route('review/:sku', 'reviews/review-page.tsx'),
  route('order-tracking', 'orders/order-tracking-page.tsx'),
  route('my-account/*', 'shell/pages/account-page.tsx'),
  route('*', 'shell/pages/dispatcher-page.tsx'),
] satisfies RouteConfigEntry[];

/** The pages where an order is placed and paid, with as few links out as possible. */
const checkout = [
  route('checkout', 'checkout/checkout-page.tsx'),
  route('order/status', 'payments/order-status-page.tsx'),
  route('order/pay', 'payments/order-pay-page.tsx'),
  route('order/payment', 'payments/payment-link-page.tsx'),
];

export default [
  layout('shell/default-layout.tsx', [layout('shell/page-boundary.tsx', pages)]),
  layout('shell/checkout-layout.tsx', [
    layout('shell/page-boundary.tsx', { id: 'checkout-boundary' }, checkout),
  ]),
  layout('shell/minimal-layout.tsx', [route('error', 'shell/pages/error-page.tsx')]),
  route('forgot-password', 'accounts/forgot-password-route.ts'),
  route('language', 'platform/i18n/language-route.ts'),
  route('low-data', 'platform/network/data-use-route.ts'),
  route('manifest.webmanifest', 'seo/manifest-route.ts'),
  route('robots.txt', 'seo/robots-route.ts'),
  route('sitemap.xml', 'seo/sitemap-index-route.ts'),
  route('sitemap/:part', 'seo/sitemap-route.ts'),
] satisfies RouteConfig;
