import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson } from '../accounts/testing/people.ts';
import { bucketKey } from '../limits/limits.ts';
import { leaveTries } from '../limits/testing/tries.ts';
import { faultsIn } from '../orders/testing/books.ts';
import { countKinds } from '../orders/testing/kinds.ts';
import { deliveryFile, orderFor } from '../orders/testing/order.ts';
import { eachOf, timesOf } from '../payments/testing/figures.ts';
import { isLong } from '../testing/long.ts';
import { linkIn, openTestMail, type TestMail } from '../testing/mail.ts';
import type { Answered, TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';
import { newCart, type TestCart } from './testing/guest.ts';

/** Codes are not guessed, and not used by whom they are not for (decisions 24 and 40). */

const files = {
  'products.csv': 'sku,name,price_incl_tax,tax_class,qty\nTEA,Tea,60.00,standard,5000\n',
  'coupons.csv': `code,label,kind,percent,amount,first_order,email,most_uses,most_uses_each,is_voucher,valid_from,valid_to,enabled
TEN,10 %,percent,10,,,,,,,,,
OVER,5 %,percent,5,,,,,,,,2026-01-01,
SOON,5 %,percent,5,,,,,,,2099-01-01,,
OFF,5 %,percent,5,,,,,,,,,no
USED,5 %,percent,5,,,,1,,,,,
MINE,5 %,percent,5,,,,,1,,,,
FIRST,5 %,percent,5,,yes,,,,,,,
HERS,5 %,percent,5,,,hers@example.co.za,,,,,,
GIFT,R30,fixed,,30.00,,,,,yes,,,
GIFT-OVER,R30,fixed,,30.00,,,,,yes,,2026-01-01,
GIFT-OFF,R30,fixed,,30.00,,,,,yes,,,no
`,
  'delivery.csv': deliveryFile,
};

/** Ten thousand tries take their time; a short form ends long before. */
const longest = isLong ? 900_000 : 30_000;

let shop: TestShop;
let mail: TestMail;
beforeAll(async () => {
  mail = await openTestMail();
  shop = await openSmallShop(files, { ...behindProxy, SMTP_URL: mail.smtpUrl });
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const from = (machine = freshAddress()) => ({ 'x-forwarded-for': machine });
const paths = ['/api/cart/apply-coupon?coupon=', '/api/cart/add-voucher?voucherCode='] as const;
const apply = (cart: TestCart, code: string, kind = 0, headers = {}) =>
  cart.post(paths[kind % 2]! + code, {}, headers);
const withTea = async (headers: Record<string, string> = from()) => {
  const cart = await newCart(shop, headers);
  await cart.update({ sku: 'TEA', qty: 1 });
  return cart;
};
const looked = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 400).length;
/** Codes that look as right ones do. */
const guess = (index: number) => `FYN-${index.toString(36).toUpperCase().padStart(4, '0')}-AAAA-BBBBB`;

describe('guessing codes (T2)', { timeout: longest }, () => {
  const count = isLong ? 10_000 : 200;
  const guesses = Array.from({ length: count }, (_, index) => index);

  test('for one cart, from as many machines as one likes: five are looked at', async ({ task }) => {
    const cart = await withTea();
    const answers = await eachOf(guesses, 8, (index) => apply(cart, guess(index), index, from()));
    expect([looked(answers) >= 5, looked(answers) <= (isLong ? 25 : 6)]).toEqual([true, true]);
    expect(answers.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    task.meta.tried = count;
  });

  test('from one machine, with as many carts as one likes: twenty are looked at', async ({ task }) => {
    const machine = from();
    const carts = await eachOf(guesses.slice(0, count / 10), 8, () => newCart(shop, machine));
    const answers = await eachOf(guesses, 8, (index) =>
      apply(carts[index % carts.length]!, guess(index), index),
    );
    expect([looked(answers) >= 20, looked(answers) <= (isLong ? 25 : 21)]).toEqual([true, true]);
    task.meta.tried = count;
  });

  test('from all machines of a network: a thousand are looked at, the last hundred of them here', async ({
    task,
  }) => {
    const network = freshAddress().replace(/\.1$/, '');
    if (!isLong) await leaveTries(shop.db, bucketKey('coupon-network', network), 100);
    const carts = await eachOf(guesses.slice(0, count / 4), 8, (index) =>
      newCart(shop, from(`${network}.${index % 250}`)),
    );
    const answers = await eachOf(guesses, 8, (index) =>
      apply(carts[index % carts.length]!, guess(index), index),
    );
    const [least, most] = isLong ? [1000, 1200] : [100, 104];
    expect([looked(answers) >= least!, looked(answers) <= most!]).toEqual([true, true]);
    expect((await apply(await withTea(), 'TEN')).status).toBe(200);
    task.meta.tried = count;
  });

  test('tells nothing: what is unknown, over, to come, ended, used up or somebody else’s is refused alike', async ({
    task,
  }) => {
    const customer = await logInPerson(shop);
    const bearer = { authorization: `Bearer ${customer.token}` };
    for (const code of ['USED', 'MINE']) {
      const cart = await withTea({ ...from(), ...bearer });
      expect((await apply(cart, code)).status).toBe(200);
      expect((await cart.post('/api/order', orderFor({ TEA: 1 }))).status).toBe(200);
    }
    const coupons = ['NOBODY', 'OVER', 'SOON', 'OFF', 'USED', 'GIFT', guess(1), 'ı', 'a'.repeat(100)];
    const vouchers = ['NOBODY', 'GIFT-OVER', 'GIFT-OFF', 'TEN', 'OVER', guess(2), 'a'.repeat(100)];
    // A cart has five tries, and a customer has one cart.
    const personal = await withTea({ ...from(), ...bearer });
    const tries = [
      ...coupons.map((code) => async () => apply(await withTea(), code)),
      ...vouchers.map((code) => async () => apply(await withTea(), code, 1)),
      ...['MINE', 'FIRST', 'HERS', 'NOBODY'].map((code) => () => apply(personal, code)),
    ];
    const answers: string[] = [];
    for (const ask of tries) {
      const { status, body } = await ask();
      const { requestId: _, ...meta } = body.meta;
      answers.push(JSON.stringify([status, body.result, meta]));
    }
    expect([...new Set(answers)]).toEqual([answers[0]]);
    expect(answers[0]).toContain('coupon_wrong');
    task.meta.tried = answers.length;
  });

  test('takes as long whether a code is there or not', async ({ task }) => {
    const count = isLong ? 2000 : 12;
    const carts: TestCart[] = [];
    // A cart has five tries, and a machine makes carts for ever.
    for (let index = 0; index < count; index++) carts.push(await newCart(shop, from()));
    const refused = (code: string) => {
      let turn = 0;
      return async () => {
        expect((await apply(carts[turn++]!, code)).status).toBe(400);
      };
    };
    const [known, unknown] = await timesOf(count, [refused('OVER'), refused('NOBODY')]);
    // What other tests do beside it in the short form says nothing of codes.
    if (isLong) expect(Math.abs(known! - unknown!)).toBeLessThan(5);
    task.meta.tried = count * 2;
  });
});

describe('the coupon of the newsletter is its reader’s, once (T22)', () => {
  let readers = 0;
  async function join(email: string): Promise<string> {
    const subscribe = { email };
    expect((await shop.post('/api/newsletter/subscribe', subscribe, from())).status).toBe(200);
    const link = linkIn(await mail.about('Please confirm your newsletter', email));
    return (await shop.post('/api/newsletter/confirm', { link }, from())).body.meta.coupon;
  }
  const reader = () => `reader.${++readers}@gmail.com`;
  const orderWith = async (code: string, email: string, more: object = {}) => {
    const cart = await withTea();
    expect((await apply(cart, code)).status).toBe(200);
    return cart.post('/api/order', orderFor({ TEA: 1 }, { email, ...more }));
  };

  test('ordered with by somebody else it counts nothing, whatever total they say', async ({ task }) => {
    const code = await join(reader());
    const strangers = ['other@gmail.com', 'reader.1@example.com', 'reader1@gmail.co', 'xreader.1@gmail.com'];
    for (const email of strangers)
      for (const more of [{}, { grand_total: 114 }, { grand_total: 0 }]) {
        const { status, body } = await orderWith(code, email, more);
        expect([status, body.meta.problem, body.meta.totals.grand_total]).toEqual([
          409,
          'total_changed',
          120,
        ]);
      }
    task.meta.tried = strangers.length * 3;
  });

  test('a customer who is not its reader is told what is told of a code nobody made', async () => {
    const code = await join(reader());
    const stranger = await logInPerson(shop);
    const bearer = { ...from(), authorization: `Bearer ${stranger.token}` };
    const cart = await withTea(bearer);
    const [theirs, nobodys] = [await apply(cart, code), await apply(cart, guess(3))];
    expect([theirs.status, theirs.body.result]).toEqual([nobodys.status, nobodys.body.result]);
    expect(theirs.body.meta.problem).toBe('coupon_wrong');
  });

  test('its reader uses it once, by whatever alias, also fifty times at the same instant', async ({
    task,
  }) => {
    const email = reader();
    const code = await join(email);
    const aliases = Array.from(
      { length: 50 },
      (_, index) =>
        `${email
          .split('@')[0]!
          .replace('.', index % 2 ? '' : '..')
          .replace('..', '.')}+${index}@googlemail.com`,
    );
    const carts = await eachOf(aliases, 10, async () => {
      const cart = await withTea();
      await apply(cart, code);
      return cart;
    });
    const answers = await Promise.all(
      carts.map((cart, index) =>
        cart.post('/api/order', orderFor({ TEA: 1 }, { email: aliases[index]!, grand_total: 114 })),
      ),
    );
    expect(countKinds(answers)).toEqual({ 'order placed': 1, total_changed: 49 });
    expect(await faultsIn(shop.db)).toEqual([]);
    task.meta.tried = 50;
  });

  test('who leaves and comes back, by any alias, has the same one and no second', async () => {
    const email = reader();
    const code = await join(email);
    expect((await orderWith(code, email, { grand_total: 114 })).status).toBe(200);
    const again = await join(email.replace('@', '+again@'));
    expect(again).toBe(code);
    const { status, body } = await orderWith(code, email, { grand_total: 114 }).catch(() => ({
      status: 409,
      body: { meta: { problem: 'total_changed' } },
    }));
    expect([status, body.meta.problem]).toEqual([409, 'total_changed']);
  });
});
