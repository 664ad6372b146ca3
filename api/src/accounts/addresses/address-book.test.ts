import { describe, expect, test } from 'vitest';
import { planBook, type SentAddress } from './address-book.ts';

const address = (more: Partial<SentAddress> = {}): SentAddress => ({
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: ['12 Long Street', ''], suburb: 'Gardens' },
  ...{ city: 'Cape Town', region: { region_code: 'ZA-WC' }, postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '082 123 4567', ...more },
});
const own = [11, 12];

describe('planBook', () => {
  test('changes addresses with an id, adds those without, and removes the missing ones', () => {
    const { added, changed, removed } = planBook([address({ id: 12 }), address()], { id: 7, ownIds: own }, 2);
    expect([added.length, changed.map(({ id }) => id), removed]).toEqual([1, [12], [11]]);
  });

  test.each([
    ['an id of another customer', [address({ id: 13 })]],
    ['another customer', [address({ id: 11, customer_id: 8 })]],
  ])('refuses %s (T3)', (_what, sent) => {
    expect(() => planBook(sent, { id: 7, ownIds: own }, 2)).toThrow(
      expect.objectContaining({ code: 'address_not_found' }),
    );
  });

  test('makes the first address marked as default the only one', () => {
    const defaults = { default_shipping: true, default_billing: false };
    const { added } = planBook([address(), address(defaults), address(defaults)], { id: 7, ownIds: [] }, 2);
    expect(added.map(({ default_shipping }) => default_shipping)).toEqual([false, true, false]);
  });
});
