import { problems } from '@fynbos/core/problem.ts';
import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../../scripts/sources.ts';
import { readCatalogue } from './messages-plugin.ts';

/**
 * Both error catalogues of the specification, row by row (UI-3): the sentence, its message id, and the file
 * that shows it. A string is the specification's own sentence and must not change; `/…/` is content that
 * our own sentence must have. Rows that are only logged have no message.
 */
type Row = [situation: string, sentence: string | RegExp, id: string, shownBy: string];

const commerce: Row[] = [
  ['added to cart', 'Product has been added to the cart!', 'cart.added', 'cart/state/cart-notice.ts'],
  ['link to the checkout', 'Proceed to checkout', 'cart.toCheckout', 'cart/state/cart-notice.ts'],
  ['quantity changed', 'Product quantity has been updated!', 'cart.updated', 'cart/state/cart-notice.ts'],
  [
    'volatile stock',
    'The system is not sure about the stock quantity; Product has been added to the cart for pre-reservation.',
    'cart.unsure',
    'cart/state/cart-notice.ts',
  ],
  [
    'out of stock',
    'The product is out of stock and cannot be added to the cart!',
    'problem.out_of_stock',
    'cart/state/cart-notice.ts',
  ],
  ['in stock', 'In stock!', 'stock.in', 'stock/stock-status.tsx'],
  [
    'out of stock but in the cart',
    'Delivery and collection times may vary for this product.',
    'stock.delayed',
    'cart/components/cart-line-notes.tsx',
  ],
  [
    'price unknown',
    'Product price is unknown, product cannot be added to the cart!',
    'problem.price_unknown',
    'cart/components/add-to-cart-form.lazy.tsx',
  ],
  [
    'no variant',
    'No available product variants',
    'variant.none',
    'product/components/price-and-purchase.tsx',
  ],
  [
    'no such variant',
    'No such configuration for the product. Please do choose another combination of attributes.',
    'variant.noSuch',
    'product/components/variant-choice.lazy.tsx',
  ],
  [
    'stock check running',
    'Stock check in progress, please wait...',
    'stock.checking',
    'stock/stock-status.tsx',
  ],
  [
    'empty cart at checkout',
    'Shopping cart is empty. Please add some products before entering Checkout.',
    'problem.order_empty',
    'checkout/components/checkout-steps.lazy.tsx',
  ],
  [
    'ordered products unavailable',
    'Some of the ordered products are not available.',
    'problem.order_lines_unavailable',
    'checkout/components/review-step.lazy.tsx',
  ],
  ['order errors', 'Error placing an order', 'checkout.failed', 'checkout/components/review-step.lazy.tsx'],
  [
    'address invalid',
    'Address in checkout contains invalid data, the order has been cancelled',
    'problem.order_address_invalid',
    'checkout/components/review-step.lazy.tsx',
  ],
  [
    'order queued',
    'The order cannot be transferred because of a server error, it has been queued.',
    'checkout.queued',
    'checkout/components/pending-order-confirmation.tsx',
  ],
  [
    'offline order',
    'Order waiting!',
    'checkout.orderWaiting',
    'checkout/components/pending-orders-panel.tsx',
  ],
  [
    'its message',
    'Click here to confirm the order that you made offline.',
    'checkout.confirmHere',
    'checkout/components/pending-orders-panel.tsx',
  ],
  ['coupon', 'Incorrect coupon code.', 'problem.coupon_wrong', 'cart/components/coupon-form.tsx'],
  [
    'quantity limit',
    'Only {maxQuantity} products of this type are available.',
    'problem.quantity_too_high',
    'cart/state/cart-notice.ts',
  ],
  [
    'empty product list',
    'No products synchronized for this category. Please come back while online!',
    'listing.empty',
    'listing/components/category-view.tsx',
  ],
  ['category not found', /category not found/i, 'notFound.category', 'shell/errors/problem-view.lazy.tsx'],
  ['url lookup failure', '404 Page Not Found', 'notFound.title', 'shell/errors/problem-view.lazy.tsx'],
  [
    'pre-checkout',
    /required fields.*\{email\}/,
    'checkout.invalidHelp',
    'checkout/components/review-step.lazy.tsx',
  ],
];

const accounts: Row[] = [
  [
    'reset password offline',
    'Reset password feature does not work while offline!',
    'account.resetOffline',
    'accounts/components/forgot-password-form.tsx',
  ],
  [
    'password changed',
    'Password has successfully been changed',
    'account.passwordChanged',
    'accounts/components/change-password-form.tsx',
  ],
  [
    'profile updated',
    'Account data has successfully been updated',
    'profile.updated',
    'accounts/components/use-profile-change-notice.ts',
  ],
  ['logout', "You're logged out", 'account.loggedOut', 'accounts/components/account-shell.lazy.tsx'],
  [
    'page missing offline',
    'The product, category or CMS page is not available in Offline mode. Redirecting to Home.',
    'offline.pageMissing',
    'shell/redirect-home.ts',
  ],
  ['its button', 'OK', 'notice.ok', 'ui/notices/notices.ts'],
  [
    'lock is -1',
    'Error refreshing user token. User is not authorized to access the resource',
    'problem.token_refused',
    'ui/notices/problem-notice.ts',
  ],
  [
    'internal failure of the token refresh',
    'Internal Application error while refreshing the tokens. Please clear the storage and refresh page.',
    'account.refreshFailed',
    'accounts/components/account-shell.lazy.tsx',
  ],
  [
    'unexpected authorisation error',
    /check your network/,
    'account.authorisation',
    'accounts/components/login-form.tsx',
  ],
  [
    'not JSON',
    'Error with response - bad content-type!',
    'problem.bad_content_type',
    'ui/notices/problem-notice.ts',
  ],
  [
    'no body',
    'Unhandled error, wrong response format!',
    'problem.wrong_format',
    'ui/notices/problem-notice.ts',
  ],
  [
    'cart id missing',
    /no longer exists.*create a new one/,
    'problem.cart_not_found',
    'cart/state/cart-notice.ts',
  ],
  [
    'email registered already',
    'A customer with the same email already exists',
    'problem.email_taken',
    'ui/forms/form.tsx',
  ],
  [
    'reset mail fails',
    'Error while sending the reset password email',
    'account.resetFailed',
    'accounts/components/forgot-password-form.tsx',
  ],
  [
    'page needs a login',
    'You need to be logged in to see this page',
    'problem.not_logged_in',
    'shell/pages/account-page.tsx',
  ],
  [
    'general',
    'Something went wrong, try again in a few seconds',
    'error.lead',
    'shell/errors/problem-view.lazy.tsx',
  ],
  ['500', 'Internal Server Error 500', 'error.server', 'shell/errors/problem-view.lazy.tsx'],
  ['unimplemented feature', /not available yet/, 'error.notImplemented', 'ui/notices/problem-notice.ts'],
  ['offline', /offline.*some features may be unavailable/, 'offline.notice', 'shell/offline-notice.tsx'],
  ['stock', 'Out of stock!', 'stock.out', 'stock/stock-status.tsx'],
  ['review', /for moderation/, 'review.sent', 'reviews/components/review-sent.tsx'],
];

const rows = [...commerce, ...accounts];
const english = readCatalogue('en-US');
const sources = new Map(readSources().map(({ path, text }) => [path, text]));

/** Message families that a file names by prefix: problems by their code. */
const family = (id: string) => `${id.split('.')[0]}.\${`;
const byCode = ['problemMessage('];

describe('the error catalogues (UI-3, spec commerce 8, spec accounts 8)', () => {
  test.each(rows)('%s', (_situation, sentence, id, shownBy) => {
    const message = english[id];
    if (typeof sentence === 'string') expect(message).toBe(sentence);
    else expect(message).toMatch(sentence);
    const text = sources.get(`storefront/app/${shownBy}`) ?? '';
    const names = [`'${id}'`, `"${id}"`, family(id), ...(id.startsWith('problem.') ? byCode : [])];
    expect([shownBy, names.some((name) => text.includes(name))]).toEqual([shownBy, true]);
  });

  test.each(locales.filter((locale) => !locale.startsWith('en-')))(
    'every row of the error catalogues has a translation in %s',
    (locale) => {
      const translation = readCatalogue(locale);
      const loan = new Set(['notice.ok']);
      expect(
        rows
          .map(([, , id]) => id)
          .filter((id) => !loan.has(id) && (!translation[id] || translation[id] === english[id])),
      ).toEqual([]);
    },
  );

  test('every problem of the API has a message in every language', () => {
    expect(Object.keys(problems).filter((code) => !(`problem.${code}` in english))).toEqual([]);
  });
});
