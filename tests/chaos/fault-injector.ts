import { setTimeout as pause } from 'node:timers/promises';
import type { RandomInt } from '@fynbos/test-kit/seeded-random.ts';
import type { ChaosEnvironment } from './chaos-environment.ts';

/** A fault; its effect has ended when `strike` returns. */
interface Fault {
  name: string;
  /** @param mortal the shops that may be killed */
  strike(environment: ChaosEnvironment, random: RandomInt, mortal: readonly number[]): Promise<void>;
}

const second = 1000;
const minute = 60 * second;

const faults: readonly Fault[] = [
  {
    name: 'a shop is killed',
    async strike(environment, random, mortal) {
      const which = mortal[random(mortal.length)]!;
      await environment.killShop(which);
      await pause(random(second));
      await environment.startShop(which);
    },
  },
  {
    name: 'both shops are killed',
    async strike(environment, random, mortal) {
      await Promise.all(mortal.map(environment.killShop));
      await pause(random(second));
      await Promise.all(mortal.map(environment.startShop));
    },
  },
  {
    name: 'PostgreSQL is killed',
    async strike(environment, random) {
      await environment.killDatabase();
      await pause(random(2 * second));
      await environment.startDatabase();
    },
  },
  {
    name: 'connections to the database are reset',
    async strike({ tcpProxy }, random) {
      for (let times = 1 + random(5); times > 0; times--) {
        tcpProxy.reset();
        await pause(random(300));
      }
    },
  },
  {
    name: 'the database is unreachable',
    async strike({ tcpProxy }, random) {
      await tcpProxy.shut();
      await pause(random(4 * second));
      await tcpProxy.reopen();
    },
  },
  {
    name: 'the database is silent',
    async strike({ tcpProxy }, random) {
      tcpProxy.become('silent');
      await pause(500 + random(5 * second));
      tcpProxy.become('fine');
    },
  },
  {
    name: 'the database is slow',
    async strike({ tcpProxy }, random) {
      tcpProxy.become('slow', 20 + random(200));
      await pause(random(4 * second));
      tcpProxy.become('fine');
    },
  },
  {
    name: 'a shop process is suspended',
    async strike({ shops }, random) {
      const { pid } = shops[random(2)]!;
      process.kill(pid, 'SIGSTOP');
      await pause(random(5 * second));
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'Redis is killed',
    async strike({ redis }, random) {
      await redis?.kill();
      await pause(random(2 * second));
      await redis?.start();
    },
  },
  {
    name: 'Redis hangs',
    async strike({ redis }, random) {
      redis?.pause();
      await pause(random(3 * second));
      redis?.resume();
    },
  },
  {
    name: 'the clock of the shops changes',
    async strike(environment, random) {
      await environment.setShops(random(2) === 0 ? 10 * minute : -10 * minute);
    },
  },
  {
    name: 'web-hooks arrive late, repeated or out of order',
    async strike(environment, random) {
      const mode = (['late', 'repeated', 'burst', 'shuffled', 'none'] as const)[random(5)];
      await environment.scenario({ hooks: { mode, times: 5, delayMs: 500 + random(2 * second), forged: 2 } });
      await pause(2 * second);
      await environment.scenario({ hooks: { mode: 'normal', forged: false } });
    },
  },
  {
    name: 'providers fail',
    async strike(environment, random) {
      const kind = (['before', 'after', '500', '502', '429', 'malformed', 'slow'] as const)[random(7)]!;
      const on = (['create', 'query', 'refund'] as const)[random(3)]!;
      await environment.scenario({ faults: [{ on, kind, times: 3, delayMs: second }] });
      await pause(3 * second);
      // The failures that no call has met end with the fault.
      await environment.scenario({});
    },
  },
];

/** Start and end of a fault, by the same clock as the attempts. */
export interface Struck {
  name: string;
  from: number;
  to: number;
}

/** Fault schedule. By default faults follow each other quickly and affect every process. */
export interface Manner {
  /** Milliseconds from the end of one fault to the next, and before the first. */
  pauseMs?: number;
  /** A shop that is never killed; all other faults affect it too. */
  spares?: number;
}

/** Injects random faults one after the other until stopped. */
export function unleash(environment: ChaosEnvironment, random: RandomInt, { pauseMs, spares }: Manner = {}) {
  const struck: Struck[] = [];
  const mortal = [0, 1].filter((shop) => shop !== spares);
  const over = new AbortController();
  const rest = (ms: number) => pause(ms, undefined, over).catch(() => {});
  const going = (async () => {
    if (pauseMs !== undefined) await rest(pauseMs);
    // Every fault occurs once per round, in random order.
    for (let round: Fault[] = []; !over.signal.aborted; ) {
      if (round.length === 0) round = [...faults];
      const [fault] = round.splice(random(round.length), 1) as [Fault];
      const from = performance.now();
      await fault.strike(environment, random, mortal);
      struck.push({ name: fault.name, from, to: performance.now() });
      await rest(pauseMs ?? 300 + random(1500));
    }
  })();
  return {
    struck,
    /** Waits until the current fault has ended. */
    async stop() {
      over.abort();
      await going;
    },
  };
}
