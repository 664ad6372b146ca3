import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAt } from './payments/answer-at.ts';
import { openBooks } from './payments/books.ts';
import { cardDesk } from './payments/card.ts';
import { startClock } from './payments/clock.ts';
import { openControl, setHookUrls } from './payments/control.ts';
import type { Till } from './payments/desk.ts';
import { bodyOf, type Call, json, send } from './payments/exchange.ts';
import { openHooks } from './payments/hooks.ts';
import { instalmentsDesk } from './payments/instalments.ts';
import { openKeptLines } from './payments/kept-lines.ts';
import { settingsFor } from './payments/keys.ts';
import { localADesk } from './payments/local-a.ts';
import { localBDesk } from './payments/local-b.ts';
import { overviewPage } from './payments/overview-page.ts';
import { openRequestRecord } from './payments/request-record.ts';
import { openScenarios } from './payments/scenario.ts';
import { openThrottle } from './payments/throttle.ts';
import { walletDesk } from './payments/wallet.ts';

/**
 * Plays the five payment providers of the shop on this machine, so that a whole purchase works without an account
 * and without money: their real paths, field names, signatures and pages, each under its own prefix.
 *
 * | shop's name | provider | prefix |
 * | --- | --- | --- |
 * | card | OPPWA COPYandPAY | /oppwa |
 * | instalments | Payflex | /payflex, /payflex-auth |
 * | local-a | Ozow | /ozow |
 * | local-b | iKhokha pay links | /ikhokha |
 * | wallet | PayPal orders v2 | /paypal |
 *
 * A shopper's page has a button for everything that can happen: pay, decline, cancel, expire, close the tab,
 * pay twice, too little, too much, in another currency; the sandbox's own page shows how payments stand. Scripts press the same buttons through the control calls:
 *
 * | call | what it does |
 * | --- | --- |
 * | GET /_sandbox/ledger | what shoppers really paid and got back |
 * | GET, DELETE /_sandbox/requests | what the shop asked, the newest 20,000 |
 * | GET /_sandbox/hooks | web-hooks: how many wait, and which were sent with what answer |
 * | POST /_sandbox/act | presses a button: {provider, id or reference, act} |
 * | POST /_sandbox/hook | sends a false, old, doubled or contradicting web-hook: {provider, id or reference, kind} |
 * | POST /_sandbox/scenario | how web-hooks go out, which calls fail and how, lag, refunds, throttles |
 * | POST /_sandbox/merchant | where web-hooks go whose address is set at the provider: {webHookUrls} |
 * | POST /_sandbox/clock | moves its time: {advanceMs}; answers once all that became due is done |
 * | POST /_sandbox/reset | forgets everything but the clock and the web-hook addresses |
 *
 * With a folder, a restart forgets nothing but the scenario. It listens to this machine alone, and it refuses to be
 * part of a shop that takes real money.
 */
export interface PaymentSandbox {
  url: string;
  /** The variables an operator sets so that the shop uses it. */
  settings(): Record<string, string>;
  /** Where card and wallet tell what happened; the others are told with each payment. */
  webHooksTo(urls: { card?: string; wallet?: string }): void;
  close(): Promise<void>;
}

interface Options {
  /** 0, or one that is in use, becomes a free one. */
  port: number;
  /** Where the books are kept; without it they are gone with the process. */
  folder?: string;
  /** Whether the shop takes real money. */
  live?: boolean;
  now?: () => number;
}

export async function openPaymentSandbox({ port, folder, live, now }: Options): Promise<PaymentSandbox> {
  if (live) {
    throw new Error('The payment sandbox does not run beside live payments: its payments are pretended.');
  }
  const kept = await openKeptLines(folder);
  const clock = startClock(now, Number(kept.found.get('clock') ?? 0));
  const scenarios = openScenarios();
  const till: Till = {
    clock,
    scenarios,
    books: openBooks(kept),
    hooks: openHooks(clock, scenarios, kept),
    throttle: openThrottle(clock),
    url: '',
    hookUrls: { ...(kept.found.get('web-hook addresses') as Till['hookUrls']) },
  };
  const record = openRequestRecord();
  const desks = [cardDesk, instalmentsDesk, localADesk, localBDesk, walletDesk].map((open) => open(till));
  const control = openControl({ till, desks, record, kept });
  const atDesk = answerAt({ till, desks, record });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host, origin } = request.headers;
    if (!isLocal(host)) return send(response, json(403, { error: 'Not from here.' }));
    const call: Call = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', till.url),
      headers: request.headers,
      body: await bodyOf(request),
      parts: [],
    };
    const isControl = call.url.pathname.startsWith('/_sandbox/');
    // Pages of other sites may send shoppers here, and tell the sandbox nothing.
    if (isControl && origin && origin !== `http://${host}`) {
      return send(response, json(403, { error: 'Not from here.' }));
    }
    const isOverview = call.method === 'GET' && call.url.pathname === '/';
    const said = isOverview ? overviewPage(till, desks) : await (isControl ? control(call) : atDesk(call));
    // What was done is written down before anybody hears of it.
    if (call.method !== 'GET') await kept.saved();
    if (said === 'hang up') request.socket.destroy();
    else send(response, said);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A fault of the sandbox itself, which nobody should take for one of the pretended ones.
      send(response, json(500, { error: `The sandbox failed: ${String(error)}` }));
    });
  });
  server.keepAliveTimeout = 30_000;
  await listen(server, port).catch(() => listen(server, 0));
  till.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: till.url,
    settings: () => settingsFor(till.url),
    webHooksTo: (urls) => setHookUrls(till, kept, urls),
    async close() {
      clock.stop();
      till.hooks.stop();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await kept.saved();
    },
  };
}

/** Another site's name that leads to this machine must not press any button (DNS rebinding). */
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
