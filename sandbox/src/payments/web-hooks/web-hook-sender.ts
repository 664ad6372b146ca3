import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { KeyValueLog } from '../journal-file.ts';
import type { Payment, ProviderCode } from '../payment.ts';
import type { Clock } from '../sandbox-clock.ts';
import type { Scenarios } from '../scenario.ts';
import type { HookOptions, SignedHook } from './signed-hook.ts';

/** An attempted web-hook; status 0 means no response. */
interface SentHook {
  provider: ProviderCode;
  reference: string;
  url: string;
  status: number;
  at: string;
}

/** Sends web-hooks to shops and retries until they respond with 200, as the real providers do. */
export interface Hooks {
  enqueue(payment: Payment, sign: (key: NonNullable<HookOptions['key']>) => SignedHook | undefined): void;
  /**
   * Sends one immediately, without retries.
   * @returns the status; 0 without a response
   */
  sendNow(payment: Payment, hook: SignedHook): Promise<number>;
  /** The first and the newest genuine web-hook about a payment. */
  genuineHooks(payment: Payment): { first: SignedHook; last: SignedHook } | undefined;
  sent(): SentHook[];
  /** The number of web-hooks waiting. */
  waiting(): number;
  empty(): void;
  stop(): void;
}

/** A web-hook that is scheduled. */
interface Delivery {
  id: string;
  provider: ProviderCode;
  reference: string;
  hook: SignedHook;
  dueAt: number;
  tried: number;
  /** A forged one is not retried. */
  once: boolean;
}

interface Options {
  clock: Clock;
  scenarios: Scenarios;
  journal: KeyValueLog;
  /** The delays of each provider after which it retries a web-hook. */
  simulators: readonly { code: ProviderCode; retryDelays: readonly number[] }[];
}

export function openHooks({ clock, scenarios, journal, simulators }: Options): Hooks {
  const retryDelays = new Map(simulators.map((simulator) => [simulator.code, simulator.retryDelays]));
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const waiting = new Map<string, { delivery: Delivery; callOff: () => void }>();
  const genuine = new Map<string, { first: SignedHook; last: SignedHook }>();
  let sent: SentHook[] = [];
  let dealt = 0;
  let isStopped = false;

  function schedule(delivery: Delivery): void {
    const callOff = clock.at(delivery.dueAt, () => deliver(delivery));
    waiting.set(delivery.id, { delivery, callOff });
    journal.set(`hook ${delivery.id}`, delivery);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const status = await attempt(delivery, delivery.hook);
    // The next sandbox process retries a delivery that was cut off.
    if (isStopped || !waiting.has(delivery.id)) return;
    const pause = retryDelays.get(delivery.provider)?.[delivery.tried];
    if (status === 200 || delivery.once || pause === undefined) {
      waiting.delete(delivery.id);
      journal.set(`hook ${delivery.id}`, undefined);
      return;
    }
    schedule({ ...delivery, tried: delivery.tried + 1, dueAt: clock.now() + pause });
  }

  async function attempt(about: Pick<Delivery, 'provider' | 'reference'>, hook: SignedHook): Promise<number> {
    const status = await post(hook, agent);
    const { provider, reference } = about;
    sent.push({ provider, reference, url: hook.url, status, at: new Date(clock.now()).toISOString() });
    if (sent.length > 20_000) sent = sent.slice(-10_000);
    return status;
  }

  /** Deterministic pseudo-random numbers. */
  const deal = (among: number): number => {
    dealt = (dealt * 1_103_515_245 + 12_345) % 2_147_483_648;
    return dealt % among;
  };

  for (const [name, value] of journal.entries) if (name.startsWith('hook ')) schedule(value as Delivery);

  return {
    genuineHooks: (payment) => genuine.get(nameOf(payment)),
    sent: () => sent.slice(-10_000),
    waiting: () => waiting.size,
    sendNow: attempt,
    enqueue(payment, sign) {
      const hook = sign('own');
      if (!hook) return;
      genuine.set(nameOf(payment), { first: genuine.get(nameOf(payment))?.first ?? hook, last: hook });
      const manner = scenarios.of(payment.provider).hooks;
      const { mode = 'normal', times = 2, delayMs = mode === 'shuffled' ? 1000 : 60_000 } = manner;
      const put = (hook: SignedHook, dueAt: number, once: boolean) =>
        schedule({
          id: randomUUID(),
          provider: payment.provider,
          reference: payment.reference,
          hook,
          dueAt,
          tried: 0,
          once,
        });
      const now = clock.now();
      for (let left = Number(manner.forged ?? 0); left > 0; left--) put(sign('random')!, now, true);
      if (mode === 'none') return;
      const count = mode === 'repeated' || mode === 'burst' ? times : 1;
      for (let index = 0; index < count; index++) {
        // Those of a burst arrive at the same instant, repeated ones one after the other.
        const late = { late: delayMs, shuffled: deal(Math.max(1, delayMs)), repeated: index * 50 }[
          mode as 'late'
        ];
        put(hook, now + (late ?? 0), false);
      }
    },
    empty() {
      for (const { delivery, callOff } of waiting.values()) {
        callOff();
        journal.set(`hook ${delivery.id}`, undefined);
      }
      waiting.clear();
      genuine.clear();
      sent = [];
    },
    stop() {
      isStopped = true;
      agent.destroy();
    },
  };
}

const nameOf = ({ provider, id }: Payment) => `${provider} ${id}`;

/** The time-out that OPPWA documents. */
const deadlineMs = 30_000;

function post({ url, headers, body }: SignedHook, agent: Agent): Promise<number> {
  return new Promise((done) => {
    const isSecure = url.startsWith('https:');
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      timeout: deadlineMs,
      ...(!isSecure && { agent }),
    };
    const clientRequest = (isSecure ? secureRequest : request)(url, options, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
      response.on('error', () => done(0));
    });
    clientRequest.on('timeout', () => clientRequest.destroy());
    clientRequest.on('error', () => done(0));
    clientRequest.end(body);
  });
}
