import { randomBytes } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { order, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import { orderLinkOf } from '@fynbos/test-kit/orders/order-link.ts';
import { type Payer, payer, payingFiles } from '@fynbos/test-kit/payments/payer.ts';
import { openPayingShop, type PayingShop } from '@fynbos/test-kit/payments/payment-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';

/** Files that buyers download, from the import to the link in the mail (D61). */
let shop: PayingShop;
/** More than two parts, and no text. */
const content = randomBytes(2_500_000);
const table = (...rows: string[]) => `sku,name,type_id,price_incl_tax,download_file\n${rows.join('\n')}\n`;
const name = "l'été (1).pdf";
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  shop = await openPayingShop(
    {
      ...payingFiles,
      'coupons.csv': 'code,label,kind,amount,is_voucher\nVOUCHER-R500-BOOKS,R500,fixed,500,yes\n',
      'products-books.csv': table('BOOK,Book,downloadable,40.00,', 'OTHER,Other,downloadable,40.00,'),
    },
    behindProxy,
  );
  const files = {
    'products.csv': table(`BOOK,Book,downloadable,40.00,${name}`),
    [`downloads/${name}`]: content,
  };
  const { problems, parts } = await withFiles(files, (folder) => importShop(shop.db, folder));
  expect([problems, parts]).toEqual([[], { downloads: 1 }]);
});
afterAll(() => shop.close());

const load = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.origin + path, {
    headers: { 'x-forwarded-for': freshAddress(), ...headers },
    redirect: 'manual',
  });

/** The number of the order of a payer. */
const numberOf = async ({ orderId }: Payer): Promise<string> => {
  const orders = shop.db.selectFrom('sales_order').select('number').where('order_id', '=', orderId);
  return (await orders.executeTakeFirstOrThrow()).number;
};

/** The order as its mailed link shows it. */
async function orderSeenBy(from: Payer) {
  const link = await orderLinkOf(shop.db, await numberOf(from));
  return (await shop.post('/api/order/find', { link }, { 'x-forwarded-for': freshAddress() })).body.result;
}
const linksIn = (order: { items: { downloads?: { name: string; url: string }[] }[] }) =>
  order.items.flatMap(({ downloads = [] }) => downloads);

async function paid(...skus: string[]): Promise<Payer> {
  const guest = await payer(shop, 'card', ...skus);
  await shop.act('card', guest.id, 'pay');
  await expect.poll(() => guest.status()).toMatchObject({ isOrdered: true });
  return guest;
}

describe('a bought file', () => {
  test('its order, its payment and its mail link to it', async () => {
    const guest = await paid('TEA', 'BOOK');
    const [file, ...more] = linksIn(await orderSeenBy(guest));
    expect([file?.name, more]).toEqual([name, []]);
    const response = await load(file!.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%281%29.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(content.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);

    const status = `/api/payments/card/status?ref=${guest.reference}`;
    const own = (await shop.get(status, guest.cart.headers)).body.result;
    expect((await load(own.downloads[0].url)).status).toBe(200);
    // A browser that paid with a payment link may belong to somebody else.
    const seen = await guest.status();
    expect([seen.downloads, seen.orderLink]).toEqual([undefined, undefined]);
    expect(own.orderLink).toBe(await orderLinkOf(shop.db, await numberOf(guest)));

    const mails = shop.db.selectFrom('mail').select('text').where('text', 'like', '%/api/order/download/%');
    const { text } = await mails.executeTakeFirstOrThrow();
    const [mailed = ''] = /\/api\/order\/download\/\S+/.exec(text) ?? [];
    expect((await load(mailed)).status).toBe(200);
  });

  test('is paid online unless the shopper chooses otherwise, because it is there at once only then', async () => {
    const methodsOf = async (...skus: string[]) => {
      const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
      for (const sku of skus) await cart.update({ sku, qty: 1 });
      const { body } = await cart.get('/api/cart/payment-methods');
      return body.result as { code: string; default: boolean }[];
    };
    const defaultsOf = async (...skus: string[]) =>
      (await methodsOf(...skus)).filter((method) => method.default).map(({ code }) => code);
    const [onDelivery, online] = await methodsOf('TEA', 'BOOK');
    expect(onDelivery?.code).toBe('cashondelivery');
    expect(await defaultsOf('TEA', 'BOOK')).toEqual([online?.code]);
    expect(await defaultsOf('BOOK')).toEqual([online?.code]);
    expect(await defaultsOf('TEA')).toEqual(['cashondelivery']);
  });

  test('the response to an order that a voucher paid links to it, also when the order is sent again', async () => {
    const cart = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    await cart.update({ sku: 'BOOK', qty: 1 });
    await cart.post('/api/cart/add-voucher?voucherCode=VOUCHER-R500-BOOKS');
    const sent = await orderOf(cart, { grand_total: 0 });
    sent.addressInformation.payment_method_code = 'free';
    const { body } = await cart.post('/api/order', sent);
    expect(body.result.downloads).toMatchObject([{ name }]);
    expect((await load(body.result.downloads[0].url)).status).toBe(200);
    const again = await cart.post('/api/order', sent);
    expect((await load(again.body.result.downloads[0].url)).status).toBe(200);
    // Nothing is paid yet.
    const tea = await newCart(shop, { 'x-forwarded-for': freshAddress() });
    for (const sku of ['TEA', 'BOOK']) await tea.update({ sku, qty: 1 });
    const unpaid = await order(tea);
    expect([unpaid.status, unpaid.body.result.downloads]).toEqual([200, undefined]);
  });

  test('an expired link leads a browser to the page of its order, and another client to a problem', async () => {
    const guest = await paid('TEA', 'BOOK');
    const [file] = linksIn(await orderSeenBy(guest));
    const number = await numberOf(guest);
    await shop.advance(7 * day + 1000);
    const { status, headers } = await load(file!.url, { accept: 'text/html,*/*' });
    expect([status, headers.get('location')]).toEqual([
      303,
      `${shop.origin}/order-tracking?number=${number}&download=expired`,
    ]);
    const refused = await load(file!.url);
    expect([refused.status, await refused.json()]).toMatchObject([
      410,
      { meta: { problem: 'download_expired' } },
    ]);
    // Each view of the order has a new link.
    expect((await load(linksIn(await orderSeenBy(guest))[0]!.url)).status).toBe(200);
  });
});

describe('a link to a file (T43)', () => {
  test('is worth nothing before payment, after a refund, forged, or for another line', async () => {
    const guest = await paid('TEA', 'BOOK');
    const { url } = linksIn(await orderSeenBy(guest))[0]!;
    const number = await numberOf(guest);
    const [order, line, expires, token] = url.split('/').at(-1)!.split('.');
    const path = (...parts: unknown[]) => `/api/order/download/${parts.join('.')}`;
    const unpaid = await payer(shop, 'card', 'TEA', 'BOOK');
    const forged = [
      path(order, line, Number(expires) + 1, token),
      path(order, Number(line) - 1, expires, token),
      path(unpaid.orderId, line, expires, token),
      path(order, line, expires, token, ''),
      path(order, `${line}e0`, expires, token),
      path(order, line, expires, 'A'.repeat(43)),
      path(await orderLinkOf(shop.db, number)),
      path('..%2f..%2fetc%2fpasswd'),
    ];
    for (const each of forged) expect([each, (await load(each)).status]).toEqual([each, 404]);
    expect(linksIn(await orderSeenBy(unpaid))).toEqual([]);

    const setState = (more: object) =>
      shop.db.updateTable('sales_order').set(more).where('number', '=', number).execute();
    const refusals = [
      { state: 'pending_payment' },
      { state: 'canceled' },
      { state: 'returned' },
      { state: 'placed', refunded_cents: 16000 },
      { state: 'placed', refunded_cents: 0, captured_cents: 0 },
    ] as const;
    for (const refusal of refusals) {
      await setState(refusal);
      expect([refusal, (await load(url)).status, linksIn(await orderSeenBy(guest))]).toEqual([
        refusal,
        404,
        [],
      ]);
    }
    // Paid on delivery.
    await setState({ state: 'delivered' });
    expect((await load(url)).status).toBe(200);
  });

  test('belongs to an order of the customer, in the account', async () => {
    const person = await logInPerson(shop);
    const number = await numberOf(await paid('TEA', 'BOOK'));
    const customers = shop.db.selectFrom('customer').select('id').where('email', '=', person.email);
    const { id: customer_id } = await customers.executeTakeFirstOrThrow();
    await shop.db.updateTable('sales_order').set({ customer_id }).where('number', '=', number).execute();
    const own = await person.request('POST', '/api/order/find', { orderNumber: number });
    const [file] = linksIn(own.body.result);
    await shop.advance(8 * day);
    const { headers } = await load(file!.url, { accept: 'text/html' });
    expect(headers.get('location')).toBe(`${shop.origin}/my-account/orders/${number}?download=expired`);
  });
});

describe('the column download_file (T43)', () => {
  const problemsOf = (row: string, files: Record<string, string> = {}) =>
    withFiles({ 'products.csv': table(row), 'secret.pdf': 'secret', ...files }, async (folder) => {
      await symlink(join(folder, 'secret.pdf'), join(folder, 'downloads', 'link.pdf')).catch(() => {});
      const { problems } = await importShop(shop.db, folder);
      return problems.map(({ column, reason }) => [column, reason]);
    });

  test.each([
    ['NEW,New,downloadable,1.00,absent.pdf', 'is not in the folder'],
    ['NEW,New,downloadable,1.00,../secret.pdf', 'is no name of a file'],
    ['NEW,New,downloadable,1.00,..\\secret.pdf', 'is no name of a file'],
    ['NEW,New,downloadable,1.00,/etc/passwd', 'is no name of a file'],
    ['NEW,New,downloadable,1.00,.hidden', 'is no name of a file'],
    ['NEW,New,downloadable,1.00,link.pdf', 'is no file'],
    ['NEW,New,downloadable,1.00,empty.pdf', 'is an empty file'],
    ['NEW,New,simple,1.00,a.pdf', 'is for a downloadable or virtual product'],
  ])('refuses %s', async (row, reason) => {
    const files = { 'downloads/a.pdf': 'a', 'downloads/empty.pdf': '' };
    expect(await problemsOf(row, files)).toEqual([['download_file', expect.stringContaining(reason)]]);
  });

  test('stores a file once, replaces it when it changed, and removes it with an empty cell', async () => {
    const stored = async () => {
      const file = shop.db.selectFrom('product_download').innerJoin('product', 'product.id', 'product_id');
      return (await file.select(['file_name', 'size_bytes']).where('sku', '=', 'OTHER').execute())[0];
    };
    const imported = (name: string, text = '') =>
      withFiles(
        { 'products.csv': table(`OTHER,Other,downloadable,40.00,${name}`), 'downloads/a.epub': text || 'x' },
        async (folder) => (await importShop(shop.db, folder)).parts.downloads ?? 0,
      );
    expect([await imported('a.epub', 'one'), await stored()]).toEqual([
      1,
      { file_name: 'a.epub', size_bytes: 3 },
    ]);
    expect(await imported('a.epub', 'one')).toBe(0);
    expect([await imported('a.epub', 'three'), (await stored())?.size_bytes]).toEqual([1, 5]);
    expect([await imported(''), await stored()]).toEqual([1, undefined]);
  });
});
