import type { Person } from '@fynbos/test-kit/accounts/customers.ts';
import type { TestCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { address, orderOf } from '@fynbos/test-kit/orders/order-body.ts';
import type { TestResponse, TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import type { Known } from './known-values.ts';

/** Uses a shop with the demo range as shoppers do, and collects the values they would know. */
export async function learn(
  shop: TestShop,
  users: readonly Person[],
  carts: readonly TestCart[],
): Promise<Known> {
  const { body: searchResult } = await shop.post('/api/catalog/fynbos/product/_search', { size: 300 });
  const kinds = Map.groupBy<string, Product>(searchResult.items, ({ type_id }) => type_id);
  const products = [...kinds.values()].flatMap((kind) => kind.slice(0, 3));
  for (const cart of carts) done(await cart.update({ sku: 'FRU-APPLE', qty: 2 }));
  const { body: stores } = await shop.get('/api/cart/fulfilment-config');
  const placed = carts[0]!;
  const ordered = byCourier(await orderOf(placed), 'cashondelivery');
  const order = done(await placed.post('/api/order', ordered));
  const pending = {
    ...byCourier(await orderOf(carts[1]!), 'card'),
    checkoutReference: crypto.randomUUID(),
  };
  done(await carts[1]!.post('/api/order/save-pending-order', pending));
  const skus = products.map(({ sku }) => sku);
  const ids = products.map(({ id }) => id);
  const uuids = [ordered.order_id, pending.order_id, pending.checkoutReference, crypto.randomUUID()];
  const streets = [['12 Long Street', '4B']];
  return {
    logins: users.map(({ token }) => token),
    carts: carts.map(({ token }) => token),
    fields: {
      ...{
        sku: skus,
        parentSku: skus,
        skus: [skus.join(','), skus[0]],
        url: products.map((product) => product.url_path),
      },
      ...{ id: ids, product_id: ids, qty: [1, 2, '3', 0], size: [10, 0, 50], start: [0, 10], from: [0, 10] },
      ...{ cartId: carts.map(({ token }) => token), token: users.map(({ token }) => token) },
      ...{
        order_id: uuids,
        checkoutReference: uuids,
        ref: uuids,
        orderNumber: [order.result.orderNumber],
      },
      ...{ email: [address.email, users[0]!.email], username: users.map(({ email }) => email) },
      ...{ password: ['Kettle-and-Rusks-7'], currentPassword: ['x'], newPassword: ['Kettle-and-Rusks-8'] },
      ...{
        coupon: ['PANTRY15', 'NOBODY'],
        voucherCode: ['NOBODY'],
        countryId: ['ZA', 'NA'],
        country_id: ['ZA', 'GB'],
      },
      ...{
        firstname: ['Thandi'],
        lastname: ['Nkosi'],
        city: ['Cape Town'],
        postcode: ['8001'],
        street: streets,
      },
      ...{ region: ['Western Cape'], region_code: ['ZA-WC'], telephone: ['082 123 4567'] },
      ...{ shipping_carrier_code: ['courier'], shipping_method_code: ['door'] },
      ...{ payment_method_code: ['cashondelivery', 'card', 'wallet'], paymentCode: ['card', 'wallet'] },
      ...{ index: ['fynbos'], entity: ['product', 'category', 'attribute', 'taxrule', 'review', 'cms_page'] },
      ...{
        request: ['{"filters":{"price":{"from":1}}}'],
        text: ['tea', 'rooibos'],
        _searchText: ['tea'],
        q: ['tea'],
      },
      ...{ storePartitionKey: stores.result.fulfilment_stores.map((store: { code: string }) => store.code) },
      ...{
        name: ['wishlist', 'consents', 'claims', 'loyalty-card', 'nothing'],
        identifier: ['about-us', 'faq'],
      },
      ...{ storeId: [0, 1], width: [310, 600, 150], height: [300, 744, 150], '*': ['drawn/TEA-ROOIBOS.jpg'] },
      ...{
        action: ['resize', 'fit', 'identify'],
        key: ['fuzz-invalidation-key', 'x'],
        tag: ['home', 'P1,C2'],
      },
      ...{ query: ['{ products(search: "tea") { items { sku name } total_count } }', '{ __typename }'] },
      ...{
        facets: [['price', 'brand']],
        sort: ['price', 'name:desc', '-price'],
        fields: [['sku']],
        groupToken: [''],
      },
      ...{
        includeFields: [['sku', 'name']],
        excludeFields: [['description']],
        rating: [1, 5],
        lang: ['af-ZA', 'en-US'],
      },
    },
  };
}

type Order = Awaited<ReturnType<typeof orderOf>>;
const byCourier = (order: Order, payment: string): Order => ({
  ...order,
  addressInformation: {
    ...order.addressInformation,
    shipping_carrier_code: 'courier',
    payment_method_code: payment,
  },
});

/**
 * Returns the body. Throws on an error status, because a refused setup request would make every case less
 * useful.
 */
function done({ status, body }: TestResponse) {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

interface Product {
  id: number;
  sku: string;
  type_id: string;
  url_path: string;
}
