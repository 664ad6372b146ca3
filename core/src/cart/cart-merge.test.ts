import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergePlan } from './cart-merge.ts';

const line = (key: string, qty: number, available?: number) => ({ key, qty, available });

describe('mergePlan at login (spec D21)', () => {
  test('sums equal lines and adds the others', () => {
    expect(mergePlan([line('A', 2)], [line('A', 3), line('B', 1)])).toMatchObject([
      { do: 'set', qty: 5, capped: false },
      { do: 'add', qty: 1, capped: false },
    ]);
  });

  test('caps at the available quantity and never reduces an existing line', () => {
    expect(mergePlan([line('A', 2)], [line('A', 3, 4)])).toMatchObject([{ qty: 4, capped: true }]);
    expect(mergePlan([line('A', 6)], [line('A', 1, 4)])).toMatchObject([{ qty: 6, capped: true }]);
    expect(mergePlan([], [line('A', 3, 0)])).toMatchObject([{ do: 'add', qty: 1, capped: true }]);
  });

  test('has one step for each line of the guest', () => {
    const carts = fc.uniqueArray(
      fc.record({ key: fc.constantFrom('A', 'B', 'C', 'D'), qty: fc.integer({ min: 1, max: 9 }) }),
      {
        selector: ({ key }) => key,
      },
    );
    fc.assert(
      fc.property(carts, carts, (customer, guest) => {
        const open = (lines: { key: string; qty: number }[]) => lines.map(({ key, qty }) => line(key, qty));
        const plan = mergePlan(open(customer), open(guest));
        expect(plan.map((step) => step.line.key)).toEqual(guest.map(({ key }) => key));
        for (const [index, step] of plan.entries()) {
          const before = customer.find(({ key }) => key === step.line.key)?.qty ?? 0;
          expect(step.qty).toBe(before + guest[index]!.qty);
        }
      }),
    );
  });
});
