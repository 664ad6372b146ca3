import { type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../platform/i18n/message-compiler.ts';
import { readCatalogue } from '../../platform/i18n/messages-plugin.ts';
import { makeText } from '../../platform/i18n/text.ts';
import { TextProvider } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { OrderPath } from './order-progress.tsx';

// The build provides the messages; this test reads the catalogues.
vi.mock('../../platform/i18n/parts/orders-messages.ts', () => ({}));

const text = makeText('en-US', compileCatalogue(readCatalogue('en-US')));
const tick = renderToStaticMarkup(<Icon name="check" className="size-4" />);

/** The steps of an order that have a tick, among those that it has reached. */
function tickedSteps(state: OrderState, isCollected = false): string[] {
  const { wire } = orderStates[state];
  const order = { ...wire, increment_id: '1', created_at: '', updated_at: '' };
  const html = renderToStaticMarkup(
    <TextProvider text={text}>
      <OrderPath order={order} isCollected={isCollected} />
    </TextProvider>,
  );
  const reached = html.split('<li').filter((step) => step.includes('font-semibold'));
  return reached
    .filter((step) => step.includes(tick))
    .map((step) => />([^<>]+)<\/span>/.exec(step)?.[1] ?? '');
}

test('a step that waits for a payment, or ends an order, has no tick', () => {
  expect(tickedSteps('pending_payment')).toEqual([]);
  expect(tickedSteps('expired')).toEqual([]);
  expect(tickedSteps('placed')).toHaveLength(1);
  expect(tickedSteps('delivered')).toHaveLength(3);
});

test('an order that is collected does not travel', () => {
  expect(tickedSteps('delivered', true)).toEqual(['Placed', 'Ready to collect', 'Collected']);
});
