import type { Point } from './exchange.ts';
import { type ProviderCode, providerCodes, type RefundPlan } from './payment.ts';

/** How web-hooks go out. `delayMs` is for `late`, and the time among which `shuffled` ones are dealt out. */
export interface HookManner {
  mode?: 'normal' | 'none' | 'late' | 'repeated' | 'burst' | 'shuffled';
  times?: number;
  delayMs?: number;
  /** How many false ones go out before each true one. */
  forged?: boolean | number;
}

export const faultKinds = [
  'before',
  'after',
  '500',
  '502',
  '429',
  'malformed',
  'html',
  'slow',
  'late',
] as const;

/**
 * `before`: the line breaks and nothing is done; `after`: it is done, and then the line breaks; `slow`: it is done
 * after a while; `late`: it is done at once, and answered after a while.
 */
export interface Fault {
  on: Point;
  kind: (typeof faultKinds)[number];
  times: number;
  delayMs?: number;
}

/** What happens at a provider out of the ordinary. */
export interface Scenario {
  hooks: HookManner;
  faults: Fault[];
  /** For how long after a payment the provider says that it is not decided. */
  lagMs: number;
  refunds?: RefundPlan | 'refuse';
  /** Whoever asks for a refund again is refused, and is not told what became of it. */
  refundsOnce?: boolean;
  /** The result code of every answer about a card payment. */
  result?: string;
  throttle: boolean;
}

export interface Scenarios {
  of(provider: ProviderCode): Scenario;
  /** Adds to what is set, for one or for all; faults add up. */
  merge(provider: ProviderCode | undefined, wish: Partial<Scenario>): void;
  /** The fault that strikes now, counted down. */
  takeFault(provider: ProviderCode, on: Point): Fault | undefined;
  clear(): void;
}

const ordinary = (): Scenario => ({ hooks: {}, faults: [], lagMs: 0, throttle: true });

export function openScenarios(): Scenarios {
  const scenarios = new Map<ProviderCode, Scenario>();
  const clear = () => {
    for (const code of providerCodes) scenarios.set(code, ordinary());
  };
  clear();
  const of = (provider: ProviderCode) => scenarios.get(provider)!;
  return {
    of,
    clear,
    merge(provider, { faults = [], ...wish }) {
      for (const code of provider ? [provider] : providerCodes) {
        const old = of(code);
        scenarios.set(code, {
          ...old,
          ...wish,
          faults: [...old.faults, ...faults.map((fault) => ({ ...fault, times: fault.times ?? 1 }))],
        });
      }
    },
    takeFault(provider, on) {
      const scenario = of(provider);
      const fault = scenario.faults.find((one) => one.on === on);
      if (!fault) return undefined;
      fault.times -= 1;
      scenario.faults = scenario.faults.filter(({ times }) => times > 0);
      return fault;
    },
  };
}
