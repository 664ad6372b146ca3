import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { address, optional } from '../../config/config-values.ts';
import { type Variable, variable } from '../../config/config-variable.ts';
import type { PaymentProvider, ProviderTraits } from './payment-provider.ts';

/** A setting of a provider. Without a value the provider is not offered (spec D29). */
export interface ProviderSetting<Value> extends Variable<Value | undefined> {
  /** Whether it is an address of the provider, which `PAYMENTS=live` checks. */
  isAddress?: boolean;
}

type Settings = Readonly<Record<string, ProviderSetting<unknown>>> & {
  /** The address of its API. */
  url: ProviderSetting<string>;
};

/** The values of all settings of a provider, and the mode of its account. */
export type ProviderValues<Declared extends Settings = Settings> = {
  [Key in keyof Declared]: NonNullable<ReturnType<Declared[Key]['read']>>;
} & { mode: 'test' | 'live' };

/** What the shop knows of a payment provider without an account there. */
interface ProviderFacts<Declared extends Settings> {
  code: ProviderCode;
  /** Title of the payment method where the shop configures none. */
  title: string;
  traits: ProviderTraits;
  /** Its environment variables. */
  settings: Declared;
  /** Hosts of its test environments. Their accounts and keys are separate from those in production. */
  testHosts: readonly RegExp[];
  /** Whether it runs a script of its own, from its `url`, in the document of a card payment. */
  hasWidget?: boolean;
}

export interface ProviderDefinition<Declared extends Settings = Settings> extends ProviderFacts<Declared> {
  /** Creates the adapter of an account. */
  create(values: ProviderValues<Declared>, now?: () => Date): PaymentProvider;
}

/** The calls of an adapter. */
export type Adapter = Omit<PaymentProvider, 'code' | 'title' | 'traits'>;

interface Declaration<Declared extends Settings> extends ProviderFacts<Declared> {
  create(values: ProviderValues<Declared>, now: () => Date): Adapter;
}

export function definePaymentProvider<Declared extends Settings>(
  declaration: Declaration<Declared>,
): ProviderDefinition<Declared> {
  const { code, title, traits } = declaration;
  return {
    ...declaration,
    create: (values, now = () => new Date()) => ({ code, title, traits, ...declaration.create(values, now) }),
  };
}

export const addressSetting = (name: string, meaning: string): ProviderSetting<string> => ({
  ...textSetting(name, meaning),
  read: optional(address('http:', 'https:')),
  isAddress: true,
});

export const textSetting = (name: string, meaning: string): ProviderSetting<string> =>
  variable(
    name,
    '',
    meaning,
    optional((text) => text),
  );
