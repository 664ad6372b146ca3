import { perform } from './acts.ts';
import { badHookKinds, badHooks } from './bad-hooks.ts';
import { acts, type Desk, isWebAddress, type SignedHook, type Till } from './desk.ts';
import { type Answer, type Call, json, jsonOf } from './exchange.ts';
import { submitScript } from './hosted-page.ts';
import type { KeptLines } from './kept-lines.ts';
import { type Payment, providerCodes } from './payment.ts';
import type { RequestRecord } from './request-record.ts';
import { faultKinds } from './scenario.ts';

interface Options {
  till: Till;
  desks: readonly Desk[];
  record: RequestRecord;
  kept: KeptLines;
}

/** What tests and people tell the sandbox itself, under `/_sandbox`. */
export function openControl({ till, desks, record, kept }: Options): (call: Call) => Promise<Answer> {
  const deskOf = (code: unknown) => desks.find((desk) => desk.code === code);

  function find({ provider, id, reference }: Record<string, string>): Payment | undefined {
    const desk = deskOf(provider);
    if (!desk) return undefined;
    return id ? till.books.find(desk.code, id) : till.books.ofReference(desk.code, reference ?? '').at(-1);
  }

  /** Does what the button would do, also where a shopper would not find the button any more. */
  function act(call: Call): Answer {
    const body = jsonOf(call);
    const payment = find(body);
    const desk = deskOf(body.provider);
    if (!payment || !desk) return no(404, 'There is no such payment.');
    const wanted = acts.find((one) => one === body.act);
    if (!wanted || !desk.acts.includes(wanted)) return no(400, `Nobody can do that with ${desk.title}.`);
    if (isWebAddress(body.returnUrl)) payment.links.success = body.returnUrl;
    const way = perform(till, desk, payment, wanted);
    return json(200, { ok: true, returnTo: desk.wayBack(payment, way) });
  }

  async function hook(call: Call): Promise<Answer> {
    const body = jsonOf(call);
    const payment = find(body);
    const desk = deskOf(body.provider);
    const kind = badHookKinds.find((one) => one === body.kind);
    if (!payment || !desk) return no(404, 'There is no such payment.');
    if (!kind) return no(400, `kind is one of ${badHookKinds.join(', ')}.`);
    const { times = 1, gapMs } = body;
    const hooks = Array.from({ length: times }, () => badHooks(till, desk, payment, kind)).flat();
    const tookMs: number[] = [];
    const sendNow = async (one: SignedHook) => {
      const begin = performance.now();
      const status = await till.hooks.sendNow(payment, one);
      tookMs.push(performance.now() - begin);
      return status;
    };
    if (gapMs === 0) {
      return json(200, { statuses: await Promise.all(hooks.map(sendNow)), tookMs });
    }
    const statuses: number[] = [];
    for (const one of hooks) {
      if (statuses.length > 0 && gapMs) await new Promise((done) => setTimeout(done, gapMs));
      statuses.push(await sendNow(one));
    }
    return json(200, { statuses, tookMs });
  }

  function scenario(call: Call): Answer {
    const { provider, ...wish } = jsonOf(call);
    if (provider && !deskOf(provider)) return no(400, `provider is one of ${providerCodes.join(', ')}.`);
    for (const { kind } of wish.faults ?? []) {
      if (!faultKinds.includes(kind))
        return no(400, `The kind of a fault is one of ${faultKinds.join(', ')}.`);
    }
    // Who wishes for nothing wants everything as it is ordinarily.
    if (provider || Object.keys(wish).length > 0) till.scenarios.merge(provider, wish);
    else till.scenarios.clear();
    return json(200, { ok: true });
  }

  function merchant(call: Call): Answer {
    setHookUrls(till, kept, jsonOf(call).webHookUrls ?? {});
    return json(200, { ok: true, webHookUrls: till.hookUrls });
  }

  async function clock(call: Call): Promise<Answer> {
    const { advanceMs } = jsonOf(call);
    if (!(advanceMs >= 0)) return no(400, 'advanceMs is a number of milliseconds; time does not go back.');
    await till.clock.advance(advanceMs);
    kept.set('clock', till.clock.ahead());
    return json(200, { ok: true, now: new Date(till.clock.now()).toISOString() });
  }

  function reset(): Answer {
    till.books.empty();
    till.hooks.empty();
    till.scenarios.clear();
    till.throttle.clear();
    record.empty();
    kept.forgetAll();
    kept.set('web-hook addresses', till.hookUrls);
    kept.set('clock', till.clock.ahead());
    return json(200, { ok: true });
  }

  const answers: Record<string, (call: Call) => Answer | Promise<Answer>> = {
    'GET /ledger': () => json(200, { entries: till.books.ledger(till.clock.now()) }),
    'GET /requests': () => json(200, { requests: record.all() }),
    'DELETE /requests': () => {
      record.empty();
      return json(200, { ok: true });
    },
    'GET /hooks': () => json(200, { waiting: till.hooks.waiting(), sent: till.hooks.sent() }),
    'POST /act': act,
    'POST /hook': hook,
    'POST /scenario': scenario,
    'POST /merchant': merchant,
    'POST /clock': clock,
    'POST /reset': reset,
    'GET /submit.js': () => ({
      status: 200,
      headers: { 'content-type': 'text/javascript' },
      body: submitScript,
    }),
  };
  return async (call) => {
    const asked = answers[`${call.method} ${call.url.pathname.replace(/^\/_sandbox/, '')}`];
    return asked ? asked(call) : no(404, 'The sandbox has no such switch.');
  };
}

export function setHookUrls(till: Till, kept: KeptLines, urls: Till['hookUrls']): void {
  Object.assign(till.hookUrls, urls);
  kept.set('web-hook addresses', till.hookUrls);
}

const no = (status: number, error: string): Answer => json(status, { ok: false, error });
