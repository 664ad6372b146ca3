import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openControl, setHookUrls } from './payments/control-api.ts';
import { overviewPage } from './payments/hosted-pages/overview-page.ts';
import { bodyOf, type Call, json, send } from './payments/http-exchange.ts';
import { openKeyValueLog } from './payments/journal-file.ts';
import { openPaymentLedger } from './payments/ledger.ts';
import { providerEndpoint } from './payments/provider-endpoint.ts';
import type { SandboxContext } from './payments/provider-simulator.ts';
import { openRequestRecord } from './payments/request-record.ts';
import { startClock } from './payments/sandbox-clock.ts';
import { openScenarios } from './payments/scenario.ts';
import { settingsFor, simulators } from './payments/simulators.ts';
import { openThrottle } from './payments/throttle.ts';
import { openHooks } from './payments/web-hooks/web-hook-sender.ts';

/**
 * Simulates the shop's payment providers on this computer, so that a whole purchase works without an
 * account and without money. It uses their real paths, field names, signatures and pages, each under its
 * own prefix.
 *
 * A payment page has a button for each outcome: pay, decline, cancel, expire, close the tab, pay twice,
 * underpay, overpay, pay in another currency. The overview page shows the status of payments. Scripts use
 * the control calls:
 *
 * | call | effect |
 * | --- | --- |
 * | GET /_sandbox/ledger | payments and refunds that really happened |
 * | GET, DELETE /_sandbox/requests | requests from the shop, the newest 20,000 |
 * | GET /_sandbox/hooks | web-hooks: the number waiting, and those sent with their responses |
 * | POST /_sandbox/act | presses a button: {provider, id or reference, act} |
 * | POST /_sandbox/hook | sends a forged, old, repeated or contradictory web-hook: {provider, id or
 * reference, kind} |
 * | POST /_sandbox/scenario | delivery of web-hooks, injected faults, lag, refunds, throttles |
 * | POST /_sandbox/merchant | web-hook addresses that are configured at the provider: {webHookUrls} |
 * | POST /_sandbox/clock | advances its clock: {advanceMs}; responds once all due work is done |
 * | POST /_sandbox/reset | deletes everything but the clock and the web-hook addresses |
 *
 * With a folder, only the scenario is lost in a restart. The sandbox listens on the loopback interface only
 * and refuses to run with live payments.
 */
export interface PaymentSandbox {
  url: string;
  /** The environment variables that make the shop use the sandbox. */
  settings(): Record<string, string>;
  /** Sets the web-hook addresses of providers; some receive theirs with each payment instead. */
  webHooksTo(urls: Record<string, string>): void;
  close(): Promise<void>;
}

interface Options {
  /** 0, or a port in use, becomes a free one. */
  port: number;
  /** Folder of the ledger; without it the ledger is lost when the process ends. */
  folder?: string;
  /** Whether the shop takes real money. */
  live?: boolean;
  now?: () => number;
}

export async function openPaymentSandbox({ port, folder, live, now }: Options): Promise<PaymentSandbox> {
  if (live) {
    throw new Error('The payment sandbox does not run beside live payments: its payments are simulated.');
  }
  const journal = await openKeyValueLog(folder);
  const clock = startClock(now, Number(journal.entries.get('clock') ?? 0));
  const scenarios = openScenarios(simulators.map(({ code }) => code));
  const context: SandboxContext = {
    clock,
    scenarios,
    ledger: openPaymentLedger(journal),
    hooks: openHooks({ clock, scenarios, journal, simulators }),
    throttle: openThrottle(clock),
    url: '',
    hookUrls: { ...(journal.entries.get('web-hook addresses') as SandboxContext['hookUrls']) },
  };
  const record = openRequestRecord();
  const desks = simulators.map(({ open }) => open(context));
  const control = openControl({ context, desks, record, journal });
  const atDesk = providerEndpoint({ context, desks, record });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    if (!isLocal(host)) return send(response, json(403, { error: 'Only local requests are accepted.' }));
    const call: Call = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', context.url),
      headers: request.headers,
      body: await bodyOf(request),
      parts: [],
    };
    const isControl = call.url.pathname.startsWith('/_sandbox/');
    // Foreign pages may send shoppers here, but may not use the control calls.
    if (isControl && origin && origin !== `http://${host}`) {
      return send(response, json(403, { error: 'Only local requests are accepted.' }));
    }
    const isOverview = call.method === 'GET' && call.url.pathname === '/';
    const reply = isOverview
      ? overviewPage(context, desks)
      : await (isControl ? control(call) : atDesk(call));
    // Changes are persisted before the response is sent.
    if (call.method !== 'GET') await journal.saved();
    if (reply === 'hang up') request.socket.destroy();
    else send(response, reply);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // An error of the sandbox itself, to distinguish it from an injected fault.
      send(response, json(500, { error: `The sandbox failed: ${String(error)}` }));
    });
  });
  server.keepAliveTimeout = 30_000;
  await listen(server, port).catch(() => listen(server, 0));
  context.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: context.url,
    settings: () => settingsFor(context.url),
    webHooksTo: (urls) => setHookUrls(context, journal, urls),
    async close() {
      clock.stop();
      context.hooks.stop();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await journal.saved();
    },
  };
}

/** A foreign host name that resolves to this computer must not press a button (DNS rebinding). */
const isLocal = (host: string | undefined) => /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host ?? '');

function listen(server: Server, port: number): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      listening();
    });
  });
}
