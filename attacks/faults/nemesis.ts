import { setTimeout as pause } from 'node:timers/promises';
import type { RandomInt } from '../../e2e/chance.ts';
import type { Stage } from './stage.ts';

/** A misfortune and its end; what it does is over when it returns. */
interface Fault {
  name: string;
  /** @param mortal the shops that may be killed */
  strike(stage: Stage, chance: RandomInt, mortal: readonly number[]): Promise<void>;
}

const second = 1000;
const minute = 60 * second;

const faults: readonly Fault[] = [
  {
    name: 'a shop is killed',
    async strike(stage, chance, mortal) {
      const which = mortal[chance(mortal.length)]!;
      await stage.killShop(which);
      await pause(chance(second));
      await stage.startShop(which);
    },
  },
  {
    name: 'both shops are killed',
    async strike(stage, chance, mortal) {
      await Promise.all(mortal.map(stage.killShop));
      await pause(chance(second));
      await Promise.all(mortal.map(stage.startShop));
    },
  },
  {
    name: 'PostgreSQL is killed',
    async strike(stage, chance) {
      await stage.killDatabase();
      await pause(chance(2 * second));
      await stage.startDatabase();
    },
  },
  {
    name: 'lines to the database break off',
    async strike({ gate }, chance) {
      for (let times = 1 + chance(5); times > 0; times--) {
        gate.reset();
        await pause(chance(300));
      }
    },
  },
  {
    name: 'the database cannot be reached',
    async strike({ gate }, chance) {
      await gate.shut();
      await pause(chance(4 * second));
      await gate.reopen();
    },
  },
  {
    name: 'the database is silent',
    async strike({ gate }, chance) {
      gate.become('silent');
      await pause(500 + chance(5 * second));
      gate.become('fine');
    },
  },
  {
    name: 'the database is slow',
    async strike({ gate }, chance) {
      gate.become('slow', 20 + chance(200));
      await pause(chance(4 * second));
      gate.become('fine');
    },
  },
  {
    name: 'a shop stands still',
    async strike({ shops }, chance) {
      const { pid } = shops[chance(2)]!;
      process.kill(pid, 'SIGSTOP');
      await pause(chance(5 * second));
      process.kill(pid, 'SIGCONT');
    },
  },
  {
    name: 'Redis is killed',
    async strike({ redis }, chance) {
      await redis?.kill();
      await pause(chance(2 * second));
      await redis?.start();
    },
  },
  {
    name: 'Redis hangs',
    async strike({ redis }, chance) {
      redis?.pause();
      await pause(chance(3 * second));
      redis?.resume();
    },
  },
  {
    name: 'the clock of the shops is set',
    async strike(stage, chance) {
      await stage.setShops(chance(2) === 0 ? 10 * minute : -10 * minute);
    },
  },
  {
    name: 'web-hooks come late, several times and in no order',
    async strike(stage, chance) {
      const mode = (['late', 'repeated', 'burst', 'shuffled', 'none'] as const)[chance(5)];
      await stage.scenario({ hooks: { mode, times: 5, delayMs: 500 + chance(2 * second), forged: 2 } });
      await pause(2 * second);
      await stage.scenario({ hooks: { mode: 'normal', forged: false } });
    },
  },
  {
    name: 'providers fail',
    async strike(stage, chance) {
      const kind = (['before', 'after', '500', '502', '429', 'malformed', 'slow'] as const)[chance(7)]!;
      const on = (['create', 'query', 'refund'] as const)[chance(3)]!;
      await stage.scenario({ faults: [{ on, kind, times: 3, delayMs: second }] });
    },
  },
];

/** When something went wrong, and when it was over; by the clock that shoppers are timed with. */
export interface Struck {
  name: string;
  from: number;
  to: number;
}

/** How misfortunes come; left out, one soon after the other, to everybody. */
export interface Manner {
  /** From the end of one to the next, in milliseconds; where it is given the first one waits so long too. */
  pauseMs?: number;
  /** The shop that is never killed; whatever else goes wrong meets it too. */
  spares?: number;
}

/** Strikes one thing after the other, as chance has it, until it is told to stop. */
export function unleash(stage: Stage, chance: RandomInt, { pauseMs, spares }: Manner = {}) {
  const struck: Struck[] = [];
  const mortal = [0, 1].filter((shop) => shop !== spares);
  const over = new AbortController();
  const rest = (ms: number) => pause(ms, undefined, over).catch(() => {});
  const going = (async () => {
    if (pauseMs !== undefined) await rest(pauseMs);
    // All of them come, in another order each time round.
    for (let round: Fault[] = []; !over.signal.aborted; ) {
      if (round.length === 0) round = [...faults];
      const [fault] = round.splice(chance(round.length), 1) as [Fault];
      const from = performance.now();
      await fault.strike(stage, chance, mortal);
      struck.push({ name: fault.name, from, to: performance.now() });
      await rest(pauseMs ?? 300 + chance(1500));
    }
  })();
  return {
    struck,
    /** The last misfortune comes to its end. */
    async stop() {
      over.abort();
      await going;
    },
  };
}
