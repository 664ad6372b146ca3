import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { providerList } from '../payments/providers/provider-list.ts';
import { oneOfValues, wholeNumber } from './config-values.ts';
import { type Variable, variable } from './config-variable.ts';

export const paymentVariables = {
  payments: variable(
    'PAYMENTS',
    'test',
    '`test` uses the payment sandbox for each provider without keys. `live` takes real money through the providers whose keys are set.',
    oneOfValues('test', 'live'),
  ),
  unpaidPerMailbox: variable(
    'UNPAID_ORDERS_PER_MAILBOX',
    '3',
    'How many unpaid orders one mailbox may have at a time, 1 to 1000000. A customer with a proven address counts alone.',
    wholeNumber(1, 1_000_000),
  ),
  unpaidPerClient: variable(
    'UNPAID_ORDERS_PER_CLIENT',
    '10',
    'How many unpaid orders may be open from one client IP, 1 to 1000000. Raise it if many shoppers share one address.',
    wholeNumber(1, 1_000_000),
  ),
  unpaidStockPercent: variable(
    'UNPAID_STOCK_PERCENT',
    '50',
    'Share of the stock of a product that unpaid orders of one mailbox or one client IP may hold, 0 to 100. Six units are always allowed.',
    wholeNumber(0, 100),
  ),
  sandboxPort: variable(
    'SANDBOX_PORT',
    '3026',
    'Port of the payment sandbox, on this machine only. If it is 0 or in use, a free port is picked.',
    wholeNumber(0, 65_535),
  ),
};

/** The settings of every provider, by the names of their variables. */
export const providerVariables: Readonly<Record<string, Variable<unknown>>> = Object.fromEntries(
  providerList.flatMap(({ settings }) => Object.values(settings)).map((setting) => [setting.name, setting]),
);

/** The values of the settings of each provider, by its code; undefined where one is not set. */
export type ProviderSettings = Readonly<Record<ProviderCode, { url?: string } & Record<string, unknown>>>;

/** @param values by the names of the variables */
export function providerSettings(values: Readonly<Record<string, unknown>>): ProviderSettings {
  const ofEach = providerList.map(({ code, settings }) => [
    code,
    Object.fromEntries(Object.entries(settings).map(([key, { name }]) => [key, values[name]])),
  ]);
  // The list has every code, and every provider a setting `url`, which is read as text.
  return Object.fromEntries(ofEach) as ProviderSettings;
}
