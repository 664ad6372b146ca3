import { setTimeout as pause } from 'node:timers/promises';
import { type Call, json, type Route, type SandboxResponse } from './http-exchange.ts';
import type { Desk, SandboxContext } from './provider-simulator.ts';
import type { RequestRecord } from './request-record.ts';
import type { InjectedFailure } from './scenario.ts';

interface Options {
  context: SandboxContext;
  desks: readonly Desk[];
  record: RequestRecord;
}

/** Routes a request to its provider, records it, and applies the scenario's faults. */
export function providerEndpoint({
  context,
  desks,
  record,
}: Options): (call: Call) => Promise<SandboxResponse | 'hang up'> {
  return async (call) => {
    const { desk, route, parts } = find(desks, call) ?? {};
    if (!desk || !route) return json(404, { error: 'No provider of this sandbox has such a path.' });
    const routedCall = { ...call, parts: parts ?? [] };
    if (route.on === 'page') return route.handle(routedCall);
    record.add(desk.code, routedCall, context.clock.now());
    const fault = context.scenarios.takeFailure(desk.code, route.on);
    return fault ? strike(fault, () => route.handle(routedCall)) : route.handle(routedCall);
  };
}

function find(desks: readonly Desk[], { method, url: { pathname } }: Call) {
  for (const desk of desks) {
    if (!pathname.startsWith(desk.prefix)) continue;
    const path = pathname.slice(desk.prefix.length);
    for (const route of desk.routes) {
      const [matched, ...parts] = route.method === method ? (route.path.exec(path) ?? []) : [];
      if (matched !== undefined) return { desk, route, parts };
    }
  }
  return undefined;
}

async function strike(
  fault: InjectedFailure,
  act: () => ReturnType<Route['handle']>,
): Promise<SandboxResponse | 'hang up'> {
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
      const response = await act();
      await pause(fault.delayMs ?? 3_000);
      return response;
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
