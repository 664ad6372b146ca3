import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { OnlinePayment } from '../cart/records/cart-context.ts';
import type { Config } from '../config/config.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { tracedProvider } from './providers/provider-call-events.ts';
import type { ProviderValues } from './providers/provider-definition.ts';
import { providerList } from './providers/provider-list.ts';

/** Every provider whose settings are all set, under its code (spec D29). */
export function providersOf(config: Config, now?: () => Date): Map<ProviderCode, PaymentProvider> {
  const providers = providerList.flatMap(({ code, create }) => {
    const values = { ...config.providers[code], mode: config.payments };
    return isComplete(values) ? [tracedProvider(create(values, now))] : [];
  });
  return new Map(providers.map((provider) => [provider.code, provider]));
}

const isComplete = (values: object): values is ProviderValues =>
  Object.values(values).every((value) => value !== undefined);

/** The origin whose scripts run in the document of a card payment; undefined if there is none. */
export function widgetOriginOf({ providers }: Config): string | undefined {
  const url = providerList.flatMap(({ code, hasWidget }) => (hasWidget && providers[code].url) || [])[0];
  return url && new URL(url).origin;
}

const maxCents = 100_000_000;
const refreshMs = 10 * 60 * 1000;

/**
 * The online payments that carts offer: providers report their order limits, which are refreshed from time
 * to time. A provider that does not respond is offered anyway, because it may recover before the payment.
 */
export function offersOf(
  providers: ReadonlyMap<ProviderCode, PaymentProvider>,
  currency: string,
): { offered: () => readonly OnlinePayment[]; ready: Promise<void>; stop: () => void } {
  const offers = new Map<ProviderCode, OnlinePayment>();
  for (const { code, title, traits, presented } of providers.values())
    offers.set(code, {
      code,
      title,
      min: 1,
      max: maxCents,
      currencies: presented ? [currency] : traits.currencies,
    });
  const refreshLimits = async () => {
    for (const { code, limits } of providers.values()) {
      // A failure of one provider must not affect the others; it is retried with the next refresh.
      const response = await limits?.().catch(() => undefined);
      const offer = offers.get(code);
      if (response && offer)
        offers.set(code, { ...offer, min: response.min ?? 1, max: response.max ?? maxCents });
    }
  };
  const timer = setInterval(() => void refreshLimits(), refreshMs);
  timer.unref();
  return { offered: () => [...offers.values()], ready: refreshLimits(), stop: () => clearInterval(timer) };
}
