import { expect, test } from 'vitest';
import { shippingTitle, translateShippingTitle } from './shipping-title.ts';

const german: Record<string, string> = { 'Door courier': 'Kurier', 'Next day': 'Am nächsten Tag' };
const label = (name: string) => german[name] ?? name;

test('the shipping title of an order is translated name by name', () => {
  const title = shippingTitle({ carrier_title: 'Door courier', method_title: 'Next day' });
  expect(title).toBe('Door courier – Next day');
  expect(translateShippingTitle(title, label)).toBe('Kurier – Am nächsten Tag');
  expect(translateShippingTitle('Door courier – By hand', label)).toBe('Kurier – By hand');
  expect(translateShippingTitle('', label)).toBe('');
});
