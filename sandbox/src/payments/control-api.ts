import { submitScript } from './hosted-pages/hosted-page.ts';
import { type Call, json, jsonOf, type SandboxResponse } from './http-exchange.ts';
import type { KeyValueLog } from './journal-file.ts';
import type { Payment } from './payment.ts';
import { perform } from './payment-actions.ts';
import { dispute, disputeSteps } from './payment-disputes.ts';
import { acts, type Desk, isWebAddress, type SandboxContext } from './provider-simulator.ts';
import type { RequestRecord } from './request-record.ts';
import { failureKinds } from './scenario.ts';
import { badHookKinds, badHooks } from './web-hooks/invalid-web-hooks.ts';
import type { SignedHook } from './web-hooks/signed-hook.ts';

interface Options {
  context: SandboxContext;
  desks: readonly Desk[];
  record: RequestRecord;
  journal: KeyValueLog;
}

/** The sandbox's control calls for tests and users, under `/_sandbox`. */
export function openControl({
  context,
  desks,
  record,
  journal,
}: Options): (call: Call) => Promise<SandboxResponse> {
  const deskOf = (code: unknown) => desks.find((desk) => desk.code === code);

  function find({ provider, id, reference }: Record<string, string>): Payment | undefined {
    const desk = deskOf(provider);
    if (!desk) return undefined;
    return id
      ? context.ledger.find(desk.code, id)
      : context.ledger.ofReference(desk.code, reference ?? '').at(-1);
  }

  /** Performs a button's action, even where the page no longer shows the button. */
  function act(call: Call): SandboxResponse {
    const body = jsonOf(call);
    const payment = find(body);
    const desk = deskOf(body.provider);
    if (!payment || !desk) return no(404, 'No such payment.');
    const requestedAct = acts.find((candidate) => candidate === body.act);
    if (!requestedAct || !desk.acts.includes(requestedAct))
      return no(400, `${desk.title} does not support this act.`);
    if (isWebAddress(body.returnUrl)) payment.links.success = body.returnUrl;
    const redirect = perform(context, desk, payment, requestedAct);
    return json(200, { ok: true, returnTo: desk.returnTarget(payment, redirect) });
  }

  function disputePayment(call: Call): SandboxResponse {
    const body = jsonOf(call);
    const payment = find(body);
    const desk = deskOf(body.provider);
    const step = disputeSteps.find((candidate) => candidate === body.step);
    if (!payment || !desk) return no(404, 'No such payment.');
    if (!step) return no(400, `step is one of ${disputeSteps.join(', ')}.`);
    const id = dispute(context, desk, payment, { step, cents: body.cents });
    return id ? json(200, { ok: true, id }) : no(400, 'There is nothing to dispute or to decide.');
  }

  async function hook(call: Call): Promise<SandboxResponse> {
    const body = jsonOf(call);
    const payment = find(body);
    const desk = deskOf(body.provider);
    const kind = badHookKinds.find((candidate) => candidate === body.kind);
    if (!payment || !desk) return no(404, 'No such payment.');
    if (!kind) return no(400, `kind is one of ${badHookKinds.join(', ')}.`);
    const { times = 1, gapMs, from } = body;
    const hooks = Array.from({ length: times }, () => badHooks(context, desk, payment, kind)).flat();
    // The address that a proxy would report.
    if (typeof from === 'string') for (const { headers } of hooks) headers['x-forwarded-for'] = from;
    const tookMs: number[] = [];
    const sendNow = async (signedHook: SignedHook) => {
      const begin = performance.now();
      const status = await context.hooks.sendNow(payment, signedHook);
      tookMs.push(performance.now() - begin);
      return status;
    };
    if (gapMs === 0) {
      return json(200, { statuses: await Promise.all(hooks.map(sendNow)), tookMs });
    }
    const statuses: number[] = [];
    for (const signedHook of hooks) {
      if (statuses.length > 0 && gapMs) await new Promise((done) => setTimeout(done, gapMs));
      statuses.push(await sendNow(signedHook));
    }
    return json(200, { statuses, tookMs });
  }

  function scenario(call: Call): SandboxResponse {
    const { provider, ...changes } = jsonOf(call);
    if (provider && !deskOf(provider))
      return no(400, `provider is one of ${desks.map(({ code }) => code).join(', ')}.`);
    for (const { kind } of changes.faults ?? []) {
      if (!failureKinds.includes(kind))
        return no(400, `The kind of a fault is one of ${failureKinds.join(', ')}.`);
    }
    // An empty scenario resets everything to the defaults.
    if (provider || Object.keys(changes).length > 0) context.scenarios.merge(provider, changes);
    else context.scenarios.clear();
    return json(200, { ok: true });
  }

  function merchant(call: Call): SandboxResponse {
    setHookUrls(context, journal, jsonOf(call).webHookUrls ?? {});
    return json(200, { ok: true, webHookUrls: context.hookUrls });
  }

  async function clock(call: Call): Promise<SandboxResponse> {
    const { advanceMs } = jsonOf(call);
    if (!(advanceMs >= 0)) return no(400, 'advanceMs is a number of milliseconds; the clock cannot go back.');
    await context.clock.advance(advanceMs);
    journal.set('clock', context.clock.ahead());
    return json(200, { ok: true, now: new Date(context.clock.now()).toISOString() });
  }

  function reset(): SandboxResponse {
    context.ledger.empty();
    context.hooks.empty();
    context.scenarios.clear();
    context.throttle.clear();
    record.empty();
    journal.forgetAll();
    journal.set('web-hook addresses', context.hookUrls);
    journal.set('clock', context.clock.ahead());
    return json(200, { ok: true });
  }

  const handlers: Record<string, (call: Call) => SandboxResponse | Promise<SandboxResponse>> = {
    'GET /ledger': () => json(200, { entries: context.ledger.ledger(context.clock.now()) }),
    'GET /requests': () => json(200, { requests: record.all() }),
    'DELETE /requests': () => {
      record.empty();
      return json(200, { ok: true });
    },
    'GET /hooks': () => json(200, { waiting: context.hooks.waiting(), sent: context.hooks.sent() }),
    'POST /act': act,
    'POST /dispute': disputePayment,
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
    const handler = handlers[`${call.method} ${call.url.pathname.replace(/^\/_sandbox/, '')}`];
    return handler ? handler(call) : no(404, 'The sandbox has no such control call.');
  };
}

export function setHookUrls(
  context: SandboxContext,
  journal: KeyValueLog,
  urls: SandboxContext['hookUrls'],
): void {
  Object.assign(context.hookUrls, urls);
  journal.set('web-hook addresses', context.hookUrls);
}

const no = (status: number, error: string): SandboxResponse => json(status, { ok: false, error });
