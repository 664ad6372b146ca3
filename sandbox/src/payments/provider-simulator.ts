import type { Call, Route, SandboxResponse } from './http-exchange.ts';
import type { PaymentLedger } from './ledger.ts';
import { isCharged, type Payment, type ProviderCode } from './payment.ts';
import type { Clock } from './sandbox-clock.ts';
import type { Scenarios } from './scenario.ts';
import { isAccessToken } from './signatures.ts';
import type { Throttle } from './throttle.ts';
import type { HookOptions, SignedHook } from './web-hooks/signed-hook.ts';
import type { Hooks } from './web-hooks/web-hook-sender.ts';

/** The dependencies of every provider simulator. */
export interface SandboxContext {
  clock: Clock;
  ledger: PaymentLedger;
  hooks: Hooks;
  scenarios: Scenarios;
  throttle: Throttle;
  /** Base URL of the sandbox. */
  url: string;
  /** Web-hook addresses that are configured at the provider instead of sent with each payment. */
  hookUrls: Record<ProviderCode, string>;
}

/** The actions of a shopper on a provider's page; the last ones are offered only by some providers. */
export const acts = [
  'pay',
  'pay_no_return',
  'decline',
  'cancel',
  'expire',
  'pay_twice',
  'underpay',
  'overpay',
  'other_currency',
  'review',
  'three_d_secure_fails',
  'approve',
] as const;
export type Act = (typeof acts)[number];

/** The acts that every provider supports. */
export const usualActs = [
  'pay',
  'decline',
  'cancel',
  'pay_no_return',
  'expire',
  'underpay',
  'overpay',
] as const satisfies readonly Act[];

/** The outcome with which the browser returns; `stay` when it does not return. */
export type ReturnOutcome = 'success' | 'failure' | 'cancel' | 'stay';

export interface Return {
  method: 'GET' | 'POST';
  url: string;
  fields?: Record<string, string>;
}

/** Responds to a request of the shop. */
export type Handler = (context: SandboxContext, call: Call) => SandboxResponse;

/** A provider of the sandbox. */
export interface Simulator {
  code: ProviderCode;
  /** The operator settings that point the shop to it. */
  settings(url: string): Record<string, string>;
  /** Delays after which it retries a web-hook, in milliseconds. */
  retryDelays: readonly number[];
  open(context: SandboxContext): Desk;
}

/** The simulation of one provider. */
export interface Desk {
  code: ProviderCode;
  title: string;
  /** Prefix of its real paths in the sandbox. */
  prefix: string;
  routes: readonly Route[];
  /** The acts that its page offers or that scripts may perform. */
  acts: readonly Act[];
  paysTwice: boolean;
  /** The verdict of the act `review`: captured and under review, or undecided. */
  review: 'review' | 'pending';
  /** A new dispute's id; missing where the provider reports no disputes. */
  disputeId?(): string;
  /** Whether the shopper only approves, and the shop captures the money later. */
  agreesOnly: boolean;
  /** Whether a payment that its shopper left gets a transaction. */
  recordsAbandoned?: boolean;
  /** Whether the provider sends a web-hook about this at all. */
  sendsWebHook(about: HookOptions['about']): boolean;
  transactionId(payment: Payment): string;
  sign(payment: Payment, options: HookOptions): SignedHook | undefined;
  returnTarget(payment: Payment, redirect: ReturnOutcome): Return | undefined;
}

/** Sends the web-hooks of an event as the scenario specifies. */
export function sendHooks(
  context: SandboxContext,
  desk: Desk,
  payment: Payment,
  about: HookOptions['about'],
): void {
  if (!desk.sendsWebHook(about)) return;
  context.hooks.enqueue(payment, (key) => desk.sign(payment, { about, key }));
}

/** Whether the provider still reports an unknown status although money has moved. */
export const isLagging = (
  { clock, scenarios }: SandboxContext,
  { provider, transactions }: Payment,
): boolean =>
  transactions.some(
    (transaction) => isCharged(transaction) && clock.now() < transaction.at + scenarios.of(provider).lagMs,
  );

export function isBearer({ headers }: Call, forWhom: string, now: number): boolean {
  return isAccessToken((headers.authorization ?? '').replace(/^Bearer /, ''), forWhom, now);
}

/** Appends query parameters to a URL. */
export function withQuery(url: string, parameters: Record<string, string>): string {
  const text = new URLSearchParams(parameters).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** Whether it is a URL that a browser can open. */
export const isWebAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);
