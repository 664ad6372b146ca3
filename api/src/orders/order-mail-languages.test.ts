import { newCart } from '@fynbos/test-kit/cart/guest-cart.ts';
import { order } from '@fynbos/test-kit/orders/order-body.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The names in the mails of an order, in the language of the order (spec D68). */

// Without a mail server the mails stay in the outbox.
let shop: TestShop;
beforeAll(async () => {
  shop = await openSmallShop({
    'attributes.csv':
      'code,label,label_af,input,options_af\npacksize,Pack size,Pakgrootte,select,2 pack=Pak van 2\n',
    'products.csv':
      'sku,type_id,parent_sku,configurable_attributes,name,price_incl_tax,tax_class,qty,packsize\n' +
      'TEA,configurable,,packsize,Tea,,standard,,\nTEA-2,simple,TEA,,Tea 2,60.00,standard,9,2 pack\n' +
      'TEA-1,simple,TEA,,Tea 1,40.00,standard,9,1 L\n',
    'delivery.csv':
      'carrier,method,carrier_title,carrier_title_af,method_title,method_title_af,needs,price_incl_tax\n' +
      'van,door,Van,Bakkie,Next working day,Volgende werksdag,address,60\n',
  });
});
afterAll(() => shop.close());

/** The text of the confirmation of an order in a language. */
async function confirmationIn(locale: string): Promise<string | undefined> {
  const cart = await newCart(shop);
  await cart.update({ sku: 'TEA-2', qty: 1 });
  const { body } = await order(cart, { locale });
  const mail = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('subject', 'like', `%${body.result.orderNumber}`)
    .executeTakeFirst();
  return mail?.text;
}

test('the confirmation of an order names delivery, payment, options and province in its language', async () => {
  const afrikaans = await confirmationIn('af-ZA');
  for (const part of [
    'Aflewering: Bakkie – Volgende werksdag',
    'Verwag: ',
    'Aan: Thandi Nkosi',
    'Wes-Kaap, 8001',
    'Betaling: Betaal by aflewering',
    'Pakgrootte: Pak van 2',
  ])
    expect(afrikaans).toContain(part);
  expect(afrikaans).not.toMatch(/Van|Next working day|Western Cape|Pack size|2 pack|Pay on/);
});

test('a language without translations of the catalogue has the names of the shop', async () => {
  const russian = await confirmationIn('ru-RU');
  for (const part of ['Van – Next working day', 'Оплата: Оплата при получении', 'Pack size: 2 pack'])
    expect(russian).toContain(part);
  const english = await confirmationIn('en-ZA');
  for (const part of ['Van – Next working day', 'Payment: Pay on delivery', 'Western Cape, 8001'])
    expect(english).toContain(part);
});
