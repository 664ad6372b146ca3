import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { OnlinePayment } from '../cart/records/cart-context.ts';
import type { Config } from '../config/config.ts';
import { localBProvider } from './providers/ikhokha/ikhokha.ts';
import { cardProvider } from './providers/oppwa/oppwa.ts';
import { localAProvider } from './providers/ozow/ozow.ts';
import { instalmentsProvider } from './providers/payflex/payflex.ts';
import { walletProvider } from './providers/paypal/paypal.ts';
import { tracedProvider } from './providers/provider-call-events.ts';
import type { Provider } from './records/payment-context.ts';

/** Every provider whose keys are set, under its code (spec D29). */
export function providersOf(config: Config): Map<ProviderCode, Provider> {
  const { payments: mode } = config;
  const card = complete({
    url: config.oppwaUrl,
    token: config.oppwaToken,
    entityId: config.oppwaEntityId,
    webHookKey: config.oppwaWebHookKey,
  });
  const instalments = complete({
    url: config.payflexUrl,
    authUrl: config.payflexAuthUrl,
    clientId: config.payflexClientId,
    clientSecret: config.payflexClientSecret,
    audience: config.payflexAudience,
  });
  const localA = complete({
    url: config.ozowUrl,
    siteCode: config.ozowSiteCode,
    apiKey: config.ozowApiKey,
    privateKey: config.ozowPrivateKey,
  });
  const localB = complete({
    url: config.ikhokhaUrl,
    appId: config.ikhokhaAppId,
    appSecret: config.ikhokhaAppSecret,
    entityId: config.ikhokhaEntityId,
  });
  const wallet = complete({
    url: config.paypalUrl,
    clientId: config.paypalClientId,
    secret: config.paypalSecret,
    webHookId: config.paypalWebHookId,
  });
  // Offered only with a currency it can charge in.
  const presented = complete({ currency: config.paypalCurrency, rate: config.paypalRate });
  const providers: Provider[] = [
    card && cardProvider({ ...card, mode }),
    instalments && instalmentsProvider({ ...instalments, mode }),
    localA && localAProvider({ ...localA, mode }),
    localB && localBProvider({ ...localB, mode }),
    wallet && presented && { ...walletProvider({ ...wallet, mode }), presented },
  ].flatMap((provider) => provider ?? []);
  return new Map(providers.map((provider) => [provider.code, tracedProvider(provider)]));
}

/** All of the settings, or undefined if one is missing. */
function complete<Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]: NonNullable<Settings[Key]> } | undefined {
  const isThere = Object.values(settings).every((value) => value !== undefined && value !== '');
  // `isThere` means that no setting is undefined.
  return isThere ? (settings as { [Key in keyof Settings]: NonNullable<Settings[Key]> }) : undefined;
}

const maxCents = 100_000_000;
const refreshMs = 10 * 60 * 1000;

/**
 * The online payments that carts offer: providers report their order limits, which are refreshed from time
 * to time. A provider that does not respond is offered anyway, because it may recover before the payment.
 */
export function offersOf(
  providers: ReadonlyMap<ProviderCode, Provider>,
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
