import type { Point } from './http-exchange.ts';
import type { ProviderCode, RefundPlan } from './payment.ts';

/**
 * How web-hooks are sent. `delayMs` applies to `late`, and is the period over which `shuffled` ones are
 * spread.
 */
interface HookManner {
  mode?: 'normal' | 'none' | 'late' | 'repeated' | 'burst' | 'shuffled';
  times?: number;
  delayMs?: number;
  /** Number of forged web-hooks sent before each genuine one. */
  forged?: boolean | number;
}

export const failureKinds = [
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
 * `before`: the connection breaks and nothing is processed; `after`: it is processed, then the connection
 * breaks; `slow`: it is processed after a delay; `late`: it is processed at once and the response is
 * delayed.
 */
export interface InjectedFailure {
  on: Point;
  kind: (typeof failureKinds)[number];
  times: number;
  delayMs?: number;
}

/** Abnormal behaviour of a provider. */
interface Scenario {
  hooks: HookManner;
  faults: InjectedFailure[];
  /** How long after a payment the provider reports it as undecided. */
  lagMs: number;
  refunds?: RefundPlan | 'refuse';
  /** Repeating a refund request is refused without reporting the outcome of the first one. */
  refundsOnce?: boolean;
  /** The result code of every response about a card payment. */
  result?: string;
  throttle: boolean;
}

export interface Scenarios {
  of(provider: ProviderCode): Scenario;
  /** Merges into the current scenario of one provider or of all; failures accumulate. */
  merge(provider: ProviderCode | undefined, changes: Partial<Scenario>): void;
  /** Returns the failure to apply now and decrements its counter. */
  takeFailure(provider: ProviderCode, on: Point): InjectedFailure | undefined;
  clear(): void;
}

const ordinary = (): Scenario => ({ hooks: {}, faults: [], lagMs: 0, throttle: true });

export function openScenarios(codes: readonly ProviderCode[]): Scenarios {
  const scenarios = new Map<ProviderCode, Scenario>();
  const clear = () => {
    for (const code of codes) scenarios.set(code, ordinary());
  };
  clear();
  const of = (provider: ProviderCode) => scenarios.get(provider)!;
  return {
    of,
    clear,
    merge(provider, { faults: failures = [], ...changes }) {
      for (const code of provider ? [provider] : codes) {
        const old = of(code);
        scenarios.set(code, {
          ...old,
          ...changes,
          faults: [...old.faults, ...failures.map((failure) => ({ ...failure, times: failure.times ?? 1 }))],
        });
      }
    },
    takeFailure(provider, on) {
      const scenario = of(provider);
      const failure = scenario.faults.find((candidate) => candidate.on === on);
      if (!failure) return undefined;
      failure.times -= 1;
      scenario.faults = scenario.faults.filter(({ times }) => times > 0);
      return failure;
    },
  };
}
