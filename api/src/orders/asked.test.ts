import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behindProxy, freshAddress, logInPerson } from '../accounts/testing/people.ts';
import { newCart } from '../cart/testing/guest.ts';
import { bucketKey } from '../limits/limits.ts';
import { leaveTries } from '../limits/testing/tries.ts';
import { eachOf, timesOf } from '../payments/testing/figures.ts';
import { payer, payingFiles } from '../payments/testing/paying.ts';
import { isLong } from '../testing/long.ts';
import { openPayingShop, type PayingShop } from '../testing/paying-shop.ts';
import type { Answered } from '../testing/shop.ts';
import { address, order, orderFor } from './testing/order.ts';

/** What a stranger may ask of orders, and what the answers tell: nothing, and that seldom. */

/** Ten thousand tries take their time; a short form ends long before. */
const longest = isLong ? 900_000 : 30_000;

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop(
    {
      ...payingFiles,
      'coupons.csv':
        'code,label,kind,percent,first_order,most_uses_each\nFIRST,First,percent,10,yes,\nEACH,Each,percent,10,no,1\nTEN,Ten,percent,10,no,\n',
    },
    behindProxy,
  );
});
afterAll(() => shop.close());

const victim = address.email;
const from = (machine = freshAddress()) => ({ 'x-forwarded-for': machine });
const problemOf = ({ body }: Answered) => body.meta?.problem as string | undefined;
/** What an answer says, without the number of the request. */
const said = ({ status, body }: Answered) => {
  const { requestId: _, ...meta } = body.meta ?? {};
  return JSON.stringify({ status, ...body, meta });
};
const placed = async (headers: Record<string, string> = {}) => {
  const cart = await newCart(shop, { ...from(), ...headers });
  await cart.update({ sku: 'TEA', qty: 1 });
  return (await order(cart)).body.result.orderNumber as string;
};
const paths = ['/api/order/find', '/api/order/reorder'] as const;
const find = (orderNumber: string, email: string | undefined, machine?: string, path: string = paths[0]) =>
  shop.post(path, { orderNumber, email }, from(machine));

describe('the order of a guest is shown to who knows its number and its address, seldom to who tries (T19)', {
  timeout: longest,
}, () => {
  test('machines of many networks try numbers with one address: a hundred are looked at', async ({
    task,
  }) => {
    const count = isLong ? 10_000 : 120;
    const tries = await eachOf(
      Array.from({ length: count }, (_, index) => 200_000_000 + index),
      8,
      (number, index) =>
        find(
          String(number),
          index % 2 ? victim : 'thandi+x@example.co.za',
          undefined,
          paths[index % 3 ? 0 : 1],
        ),
    );
    const looked = tries.filter((answer) => problemOf(answer) === 'order_not_found');
    // One comes back in half a minute; a long run takes some.
    expect(looked.length).toBeGreaterThanOrEqual(100);
    expect(looked.length).toBeLessThanOrEqual(isLong ? 125 : 102);
    expect(tries.filter((answer) => problemOf(answer) === 'too_many_attempts')).toHaveLength(
      count - looked.length,
    );
    task.meta.tried = count;
  });

  test('one machine stops soon, and so does a whole network; others look on', async ({ task }) => {
    const network = freshAddress().replace(/\.1$/, '');
    const counts = isLong ? 250 : 13;
    if (!isLong) await leaveTries(shop.db, bucketKey('order-lookup-network', network), 100);
    const tries = await eachOf(
      Array.from({ length: counts * 10 }, (_, index) => index),
      8,
      (index) =>
        find('300000000', `nobody${index}@example.co.za`, `${network}.${1 + Math.floor(index / 10)}`),
    );
    const looked = tries.filter((answer) => problemOf(answer) === 'order_not_found').length;
    const [least, most] = isLong ? [1000, 1250] : [100, 110];
    expect([looked >= least!, looked <= most!]).toEqual([true, true]);
    const machine = freshAddress();
    const alone = await eachOf(
      Array.from({ length: 40 }, (_, index) => index),
      8,
      (index) => find('300000000', `somebody${index}@example.co.za`, machine),
    );
    const one = alone.filter((answer) => problemOf(answer) === 'order_not_found').length;
    expect([one >= 20, one <= 22]).toEqual([true, true]);
    expect(problemOf(await find('300000000', 'else@example.co.za'))).toBe('order_not_found');
    task.meta.tried = tries.length + alone.length;
  });

  test('whoever has one network keeps nobody elsewhere from looking, and no neighbour from their own', async ({
    task,
  }) => {
    const email = 'beleaguered@example.co.za';
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email }));
    const network = freshAddress().replace(/\.1$/, '');
    const tries = Array.from({ length: 150 }, (_, index) => `${network}.${2 + (index % 15)}`);
    const answers = await eachOf(tries, 8, (machine) => find('300000000', email, machine));
    const looked = answers.filter((answer) => problemOf(answer) === 'order_not_found').length;
    expect([looked >= 20, looked <= 21]).toEqual([true, true]);
    for (let time = 0; time < 5; time++)
      expect((await find(body.result.orderNumber, email)).status).toBe(200);
    // A refusal for the address took nothing from the machine.
    const machine = `${network}.1`;
    for (let time = 0; time < 25; time++)
      expect(problemOf(await find('300000000', email, machine))).toBe('too_many_attempts');
    expect(problemOf(await find('300000000', 'neighbour@example.co.za', machine))).toBe('order_not_found');
    task.meta.tried = tries.length;
  });

  test('who knows both looks as often as they like to, and uses up nothing', async () => {
    const cart = await newCart(shop, from());
    await cart.update({ sku: 'TEA', qty: 1 });
    const { body } = await cart.post('/api/order', orderFor({ TEA: 1 }, { email: 'owner@example.co.za' }));
    for (let time = 0; time < 30; time++)
      expect((await find(body.result.orderNumber, ' Owner@example.co.za')).status).toBe(200);
  });

  test('nothing of an order shows: the answers to what is not there and to what is not theirs are the same', async ({
    task,
  }) => {
    const customer = await logInPerson(shop);
    const waiting = await payer(shop, 'card');
    const numbers = [
      await placed(),
      await placed({ authorization: `Bearer ${customer.token}` }),
      (await waiting.status()).orderNumber,
      '999999999',
      '#1',
      '0',
      '-1',
      '1e5',
      '0x10',
      '١٠٠',
      'null',
      "1' or '1'='1",
      '9'.repeat(30),
    ];
    const emails = ['other@example.co.za', customer.email, 'not an address', '@', `${'a'.repeat(200)}@b.co`];
    const answers: string[] = [];
    // An address has a hundred tries.
    for (const path of paths)
      for (const number of path === '/api/order/find' ? numbers : numbers.slice(0, 4))
        for (const email of emails) answers.push(said(await find(number, email, undefined, path)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('order_not_found');
    task.meta.tried = answers.length;
  });

  test('and take as long', async ({ task }) => {
    const count = isLong ? 2000 : 12;
    const number = await placed();
    let turn = 0;
    const ask = (asked: string) => async () => {
      expect((await find(asked, `stranger${++turn}@example.co.za`)).status).toBe(404);
    };
    const [theirs, nobodys] = await timesOf(count, [ask(number), ask('999999999')]);
    // What other tests do beside it in the short form says nothing of orders.
    if (isLong) expect(Math.abs(theirs! - nobodys!)).toBeLessThan(5);
    task.meta.tried = count * 2;
  });
});

describe('nobody is told whether somebody has ordered here before (T6, T2)', () => {
  const ofPersonal = (machine: string) => bucketKey('personal-code-machine', machine);
  const ask = async (code: string, machine: string, way: 'order' | 'pending', change: object) => {
    const cart = await newCart(shop, from(machine));
    await cart.update({ sku: 'TEA', qty: 1 });
    // Whoever has the token of a cart puts the code into it, from wherever they are.
    expect((await cart.post(`/api/cart/apply-coupon?coupon=${code}`, {}, from())).status).toBe(200);
    const { addressInformation, ...sent } = orderFor({ TEA: 1 }, { email: `asked${machine}@example.co.za` });
    const information = {
      ...addressInformation,
      payment_method_code: way === 'order' ? 'cashondelivery' : 'card',
    };
    const body = {
      ...sent,
      addressInformation: information,
      checkoutReference: crypto.randomUUID(),
      ...change,
    };
    return cart.post(way === 'order' ? '/api/order' : '/api/order/save-pending-order', body);
  };

  test('by orders that are refused with a code in the cart: a machine asks sixty times, the last twenty of them here', async ({
    task,
  }) => {
    let tried = 0;
    const most = isLong ? 60 : 20;
    const asking = isLong
      ? (['FIRST', 'EACH'] as const).flatMap((code) => [[code, 'order'] as const, [code, 'pending'] as const])
      : ([
          ['FIRST', 'order'],
          ['EACH', 'pending'],
        ] as const);
    for (const [code, way] of asking) {
      const machine = freshAddress();
      if (!isLong) await leaveTries(shop.db, ofPersonal(machine), 20);
      const answers = [];
      for (let time = 0; time < most + 3; time++)
        answers.push(problemOf(await ask(code, machine, way, { grand_total: 1 })));
      const told = answers.filter((one) => one === 'total_changed').length;
      // One comes back in a minute.
      expect([code, way, told >= most, told <= most + 1]).toEqual([code, way, true, true]);
      expect(answers.filter((one) => one === 'too_many_attempts')).toHaveLength(most + 3 - told);
      tried += answers.length;
    }
    task.meta.tried = tried;
  });

  test('refusals that say nothing of anybody cost nothing, and codes tried in vain are counted apart', async () => {
    const machine = freshAddress();
    await leaveTries(shop.db, ofPersonal(machine), 1);
    await leaveTries(shop.db, bucketKey('coupon-machine', machine), 0);
    const cart = await newCart(shop, from(machine));
    await cart.update({ sku: 'TEA', qty: 1 });
    expect((await cart.post('/api/cart/apply-coupon?coupon=FIRST', {}, from())).status).toBe(200);
    const [line] = await cart.pull();
    await cart.delete({ item_id: line!.item_id });
    for (let time = 0; time < 5; time++)
      expect(problemOf(await cart.post('/api/order', orderFor({ TEA: 1 })))).toBe('order_empty');
    const ordered = () => ask('FIRST', machine, 'order', { grand_total: 1 });
    const { body } = await ordered();
    expect([body.meta.problem, body.meta.totals.grand_total]).toEqual(['total_changed', 114]);
    expect(problemOf(await ordered())).toBe('too_many_attempts');
  });

  test('a code for everybody tells nothing, and neither does an order that is placed', async () => {
    const machine = freshAddress();
    for (let time = 0; time < 22; time++)
      expect(problemOf(await ask('TEN', machine, 'order', { grand_total: 1 }))).toBe('total_changed');
    expect((await ask('FIRST', machine, 'order', { grand_total: 114 })).status).toBe(200);
  });
});
