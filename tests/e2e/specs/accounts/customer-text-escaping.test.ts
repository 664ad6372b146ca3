import { orderLinkIn } from '@fynbos/test-kit/orders/order-link.ts';
import { corpus } from '@fynbos/test-kit/security/xss-corpus.ts';
import type { Page } from '@playwright/test';
import { hydrated, visit } from '../../fixtures/browser.ts';
import { load, table } from '../../fixtures/import-files.ts';
import { trusted } from '../../fixtures/running-shop.ts';
import { openShop } from '../../fixtures/shop-and-browser.ts';
import { expect, reportAttempts, test } from '../../fixtures/test.ts';
import { field, main, password } from '../../pages/checkout.ts';
import { headersOf, send } from '../../pages/customers.ts';

/** Text that customers and editors enter is shown as text everywhere (T9). */

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const singleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}|\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The next payloads, as many as fit into a field. Each field gets different ones, so that all are used. */
let next = 0;
function fit(length: number): string {
  let text = '';
  for (;;) {
    const payload = singleLine(corpus[next % corpus.length]!);
    if (text !== '' && text.length + payload.length + 1 > length) return text;
    text = `${text} ${payload}`.trim().slice(0, length);
    next += 1;
    if (text.length >= length) return text;
  }
}

const options = JSON.stringify([
  { title: fit(200), type: 'field', is_require: false },
  {
    title: fit(200),
    type: 'drop_down',
    is_require: false,
    values: [{ title: fit(200), price: 1, price_type: 'fixed' }],
  },
]);
let number: string;
/** A guest's order, which its link shows. A customer's order has none. */
let guests: string;
const our = openShop(trusted, async (shop) => {
  await load(shop, {
    'products.csv': table(
      'sku,name,url_path,price_incl_tax,qty,categories,brand,tax_class,custom_options',
      `H-TEA,${cell(`Hostile ${fit(200)}`)},hostile-tea,60,900,Hostile,${cell(fit(60))},zero,${cell(options)}`,
    ),
    'stores.csv': table(
      'code,name,street,suburb,city,region_code,postcode,latitude,longitude,telephone,hours,services',
      `EVIL,${[fit(200), fit(200), fit(100), fit(100)].map(cell)},ZA-WC,7708,-33.98056,18.46528,+27210000101,Mo-Fr 08:00-19:00,delivery|collect`,
    ),
    'delivery.csv': table(
      'carrier,method,carrier_title,method_title,needs,position,price_incl_tax',
      `evil,door,${[fit(200), fit(200)].map(cell)},address,1,0`,
    ),
  });
  number = await live();
  guests = await orderAsGuest();
});

const email = 'hostile@example.co.za';
const guestEmail = 'hostile.guest@example.co.za';
const address = () => ({
  ...{ firstname: `Thandi ${fit(240)}`, lastname: `Nkosi ${fit(240)}`, street: [fit(250), fit(250)] },
  ...{
    suburb: fit(250),
    city: fit(250),
    company: fit(250),
    postcode: '8001',
    country_id: 'ZA',
    telephone: '082 123 4567',
  },
});
const region = { region: 'Western Cape', region_code: 'ZA-WC' };

interface Product {
  id: number;
  custom_options: { option_id: number; values?: { option_type_id: number }[] }[];
}

/**
 * Registers a customer with payloads in every field, with an order and approved reviews.
 * @returns the order number
 */
async function live(): Promise<string> {
  const { shop } = our;
  const { firstname, lastname, ...rest } = address();
  const place = { firstname, lastname, ...rest };
  const customer = {
    email,
    firstname,
    lastname,
    addresses: [{ ...place, region: { region: region.region } }],
  };
  await send(shop, '/api/user/create', { customer, password });
  const bearer = await headersOf(shop, email);
  const search = `${shop.origin}/api/catalog/fynbos/product/_search`;
  const body = JSON.stringify({ filters: { sku: { eq: 'H-TEA' } } });
  const response = await fetch(search, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const [product] = ((await response.json()) as { items: Product[] }).items as [Product];
  for (let written = 0; written < 8; written++) {
    const review = {
      product_id: product.id,
      title: fit(118),
      nickname: fit(58),
      detail: fit(3990),
      rating: 5,
    };
    await send(shop, '/api/review/create', { review }, bearer);
  }
  const waiting = await shop.admin('reviews', 'list');
  for (const [, id] of [...waiting.matchAll(/^(\d+) /gm)].slice(0, 8))
    await shop.admin('reviews', 'approve', id!);

  const cart = { ...bearer, 'x-cart-token': await send(shop, '/api/cart/create', {}, bearer) };
  const [text, choice] = product.custom_options as [
    Product['custom_options'][0],
    Product['custom_options'][0],
  ];
  const custom_options = [
    { option_id: text.option_id, option_value: fit(250) },
    { option_id: choice.option_id, option_value: String(choice.values![0]!.option_type_id) },
  ];
  const cartItem = { sku: 'H-TEA', qty: 1, product_option: { extension_attributes: { custom_options } } };
  await send(shop, '/api/cart/update', { cartItem }, cart);
  const orderNumber = await order(cartItem, { ...place, email }, cart);
  // Fills a new cart for the pages that show one.
  const nextCart = { ...bearer, 'x-cart-token': await send(shop, '/api/cart/create', {}, bearer) };
  await send(shop, '/api/cart/update', { cartItem }, nextCart);
  return orderNumber;
}

/**
 * Places the same order as a guest.
 * @returns the order number
 */
async function orderAsGuest(): Promise<string> {
  const guest = { 'x-cart-token': await send<string>(our.shop, '/api/cart/create', {}) };
  const cartItem = { sku: 'H-TEA', qty: 1 };
  await send(our.shop, '/api/cart/update', { cartItem }, guest);
  return order(cartItem, { ...address(), email: guestEmail }, guest);
}

async function order(orderLine: object, to: object, headers: Record<string, string>): Promise<string> {
  const ordered = { ...to, ...region };
  const methods = {
    shipping_carrier_code: 'evil',
    shipping_method_code: 'door',
    payment_method_code: 'cashondelivery',
  };
  const body = {
    ...{ order_id: crypto.randomUUID(), user_id: '', products: [orderLine] },
    addressInformation: {
      ...{ shippingAddress: ordered, billingAddress: ordered, payment_method_additional: {} },
      ...methods,
    },
  };
  const { orderNumber } = await send<{ orderNumber: string }>(our.shop, '/api/order', body, headers);
  return orderNumber;
}

/** Effects of a text that the page would have executed. */
const believed = (page: Page) =>
  page.evaluate(() => {
    const handlers = ['error', 'load', 'focus', 'toggle', 'mouseover', 'begin', 'click'].map(
      (name) => `[on${name}]`,
    );
    const elements = [
      'iframe[srcdoc]',
      'object',
      'embed',
      'base',
      'a[href^="javascript" i]',
      '[formaction]',
      ...handlers,
    ];
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
    for (const script of data) JSON.parse(script.textContent ?? '');
    return {
      ran: (window as { __pwn?: number }).__pwn,
      elements: [...document.querySelectorAll(elements.join())].map((element) =>
        element.outerHTML.slice(0, 200),
      ),
    };
  });

const nothing = { ran: undefined, elements: [] };

test('no text that customers enter runs on any page that shows it (T9)', async () => {
  const { page } = await visit(our.browser, our.shop.origin);
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`Content Security Policy: ${violatedDirective} ${sourceFile}`),
    ),
  );
  const checkPage = async (path: string, shows?: string) => {
    await page.goto(path);
    await hydrated(page);
    if (shows) await main(page).getByText(shows).first().waitFor();
    expect([path, await believed(page)]).toEqual([path, nothing]);
  };
  await checkPage('/hostile-tea');
  await checkPage(`/search?q=${encodeURIComponent(fit(80))}`);
  await checkPage('/storelocator');
  const link = await orderLinkIn(our.shop.database, guests);
  await checkPage(`/order-tracking?${new URLSearchParams({ link })}`);
  await page.getByRole('heading', { level: 1, name: `Order ${guests}`, exact: true }).waitFor();
  expect(await believed(page)).toEqual(nothing);
  await main(page).getByRole('button', { name: 'Invoice' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tax invoice' }).waitFor();
  expect(await believed(page)).toEqual(nothing);
  await page.goto('/login');
  await hydrated(page);
  await field(page, 'E-mail address').fill(email);
  await field(page, 'Password').fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Hello, Thandi' }).waitFor();
  for (const path of ['profile', 'shipping-details', 'orders', `orders/${number}`, 'reviews'])
    await checkPage(`/my-account/${path}`);
  await checkPage('/cart', 'Hostile');
  await checkPage('/checkout');
  expect(ran).toEqual([]);
  reportAttempts(next);
});
