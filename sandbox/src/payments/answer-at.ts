import { setTimeout as pause } from 'node:timers/promises';
import type { Desk, Till } from './desk.ts';
import { type Answer, type Call, json, type Route } from './exchange.ts';
import type { RequestRecord } from './request-record.ts';
import type { Fault } from './scenario.ts';

interface Options {
  till: Till;
  desks: readonly Desk[];
  record: RequestRecord;
}

/** Finds who is asked, writes the request down, and lets the faults of the scenario strike. */
export function answerAt({ till, desks, record }: Options): (call: Call) => Promise<Answer | 'hang up'> {
  return async (call) => {
    const { desk, route, parts } = find(desks, call) ?? {};
    if (!desk || !route) return json(404, { error: 'No provider of this sandbox has such a path.' });
    const asked = { ...call, parts: parts ?? [] };
    if (route.on === 'page') return route.answer(asked);
    record.add(desk.code, asked, till.clock.now());
    const fault = till.scenarios.takeFault(desk.code, route.on);
    return fault ? strike(fault, () => route.answer(asked)) : route.answer(asked);
  };
}

function find(desks: readonly Desk[], { method, url: { pathname } }: Call) {
  for (const desk of desks) {
    if (!pathname.startsWith(desk.prefix)) continue;
    const path = pathname.slice(desk.prefix.length);
    for (const route of desk.routes) {
      const [whole, ...parts] = route.method === method ? (route.path.exec(path) ?? []) : [];
      if (whole !== undefined) return { desk, route, parts };
    }
  }
  return undefined;
}

async function strike(fault: Fault, act: () => ReturnType<Route['answer']>): Promise<Answer | 'hang up'> {
  const html = { 'content-type': 'text/html' };
  const page = '<!doctype html><title>Error</title><h1>Something went wrong</h1>';
  switch (fault.kind) {
    case 'before':
      return 'hang up';
    case 'after':
      await act();
      return 'hang up';
    case 'slow':
      await pause(fault.delayMs ?? 3_000);
      return act();
    case 'late': {
      const answer = await act();
      await pause(fault.delayMs ?? 3_000);
      return answer;
    }
    case 'malformed':
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"result":{"code":"000.1',
      };
    case 'html':
      return { status: 200, headers: html, body: page };
    case '429':
      return json(
        429,
        { error: 'Too many requests' },
        { 'retry-after': String(Math.ceil((fault.delayMs ?? 1000) / 1000)) },
      );
    default:
      return { status: Number(fault.kind), headers: html, body: page };
  }
}
