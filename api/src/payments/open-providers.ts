import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { OnlinePayment } from '../cart/carts.ts';
import type { Config } from '../config.ts';
import type { Provider } from './payments.ts';
import { cardProvider } from './providers/card.ts';
import { instalmentsProvider } from './providers/instalments.ts';
import { localAProvider } from './providers/local-a.ts';
import { localBProvider } from './providers/local-b.ts';
import { telling } from './providers/telling.ts';
import { walletProvider } from './providers/wallet.ts';

/** Every provider whose keys are set, under its code (decision 29). */
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
  // It shows only with a currency it can charge in.
  const presented = complete({ currency: config.paypalCurrency, rate: config.paypalRate });
  const providers: Provider[] = [
    card && cardProvider({ ...card, mode }),
    instalments && instalmentsProvider({ ...instalments, mode }),
    localA && localAProvider({ ...localA, mode }),
    localB && localBProvider({ ...localB, mode }),
    wallet && presented && { ...walletProvider({ ...wallet, mode }), presented },
  ].flatMap((provider) => provider ?? []);
  return new Map(providers.map((provider) => [provider.code, telling(provider)]));
}

/** All of the settings, or nothing where one is missing. */
function complete<Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]: NonNullable<Settings[Key]> } | undefined {
  const isThere = Object.values(settings).every((value) => value !== undefined && value !== '');
  return isThere ? (settings as { [Key in keyof Settings]: NonNullable<Settings[Key]> }) : undefined;
}

const mostCents = 100_000_000;
const refreshMs = 10 * 60 * 1000;

/**
 * What carts offer of them: providers say what an order must come to, and are asked for it again from time to time.
 * One that does not answer is offered all the same: it may be back by the time somebody pays.
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
      max: mostCents,
      currencies: presented ? [currency] : traits.currencies,
    });
  const ask = async () => {
    for (const { code, limits } of providers.values()) {
      // Whatever is wrong with one of them: the others are asked, and it is asked again.
      const said = await limits?.().catch(() => undefined);
      if (said) offers.set(code, { ...offers.get(code)!, min: said.min ?? 1, max: said.max ?? mostCents });
    }
  };
  const timer = setInterval(() => void ask(), refreshMs);
  timer.unref();
  return { offered: () => [...offers.values()], ready: ask(), stop: () => clearInterval(timer) };
}
