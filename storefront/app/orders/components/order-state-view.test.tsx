import { type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import type { Store } from '@fynbos/core/stores/contract.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText } from '../../platform/i18n/text.ts';
import { TextProvider } from '../../platform/i18n/text-context.tsx';
import { OrderStateView } from './order-state-view.tsx';

// The build provides the messages; this test reads the catalogues.
vi.mock('../../platform/i18n/parts/delivery-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/orders-messages.ts', () => ({}));
vi.mock('../../platform/i18n/parts/stores-messages.ts', () => ({}));

const text = makeText('en-US', compileCatalogue(readCatalogue('en-US')));
const store: Store = {
  ...{ id: 1, code: 'KNY', name: 'Knysna', street: ['3 Geelhout Walk'], suburb: '', city: 'Knysna' },
  ...{ region_code: 'ZA-WC', postcode: '6571', latitude: -34.04, longitude: 23.05, telephone: '' },
  ...{ hours: 'Mo-Sa 08:30-17:30', services: ['collect'] },
};

/** The texts of the page of an order in this state. */
function shownTexts(state: OrderState, collect_at?: Store): string {
  const times = { created_at: '2026-11-28 10:00:00', updated_at: '2026-11-28 12:00:00' };
  const order = { increment_id: '000100001', ...times, ...orderStates[state].wire };
  const html = renderToStaticMarkup(
    <TextProvider text={text}>
      <OrderStateView order={{ ...order, ...(collect_at && { collect_at }) }} email="a@example.com" />
    </TextProvider>,
  );
  return html.replace(/<[^>]*>/g, ' ');
}

test('OrderStateView: a collection names its states, its store, and the address and opening hours of the store', () => {
  const shown = shownTexts('shipped', store);
  for (const part of [
    'Ready to collect',
    'Collected',
    'Collect at Knysna',
    '3 Geelhout Walk',
    '8:30 AM – 5:30 PM',
  ])
    expect(shown).toContain(part);
  expect(shown).not.toMatch(/Delivered|On its way|Shipped/);
});

test('OrderStateView: a delivery names no store', () => {
  expect(shownTexts('shipped')).not.toMatch(/[Cc]ollect/);
});
