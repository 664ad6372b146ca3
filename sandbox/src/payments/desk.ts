import type { Books } from './books.ts';
import type { Clock } from './clock.ts';
import type { Call, Route } from './exchange.ts';
import type { Hooks } from './hooks.ts';
import { isTaken, type Payment, type ProviderCode, type Refund, type Transaction } from './payment.ts';
import type { Scenarios } from './scenario.ts';
import { isAccessToken } from './signatures.ts';
import type { Throttle } from './throttle.ts';

/** What every provider's desk works with. */
export interface Till {
  clock: Clock;
  books: Books;
  hooks: Hooks;
  scenarios: Scenarios;
  throttle: Throttle;
  /** Where the sandbox is. */
  url: string;
  /** Where web-hooks go whose address is set at the provider and not with each payment. */
  hookUrls: { card?: string; wallet?: string };
}

/** What a shopper can do on a provider's page; the last ones only where they can happen. */
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

/** With what words the browser goes back; `stay` when it does not. */
export type Way = 'success' | 'failure' | 'cancel' | 'stay';

export interface Return {
  method: 'GET' | 'POST';
  url: string;
  fields?: Record<string, string>;
}

/** A web-hook as its provider would send it, or nearly so. */
export interface SignedHook {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a web-hook is to say, and how it is to be wrong. */
export interface HookWish {
  about: Transaction | Refund | 'agreement';
  /** `random`: nobody's key; `other`: a real one, of another merchant. */
  key?: 'own' | 'other' | 'random';
  /** Says that it comes from the system where money is real. */
  live?: boolean;
  /** How long ago it says it was sent. */
  ageMs?: number;
  /** So much more text in it than needed. */
  padding?: number;
}

/** One provider, played. */
export interface Desk {
  code: ProviderCode;
  title: string;
  /** What precedes its real paths here. */
  prefix: string;
  routes: readonly Route[];
  /** What its page offers, and what scripts may do besides. */
  acts: readonly Act[];
  paysTwice: boolean;
  /** What `review` means here: money taken and looked at, or not decided. */
  review: 'review' | 'pending';
  /** Whether the shopper only agrees, and the shop takes the money. */
  agreesOnly: boolean;
  /** Which kinds of news are told to the shop's server at all. */
  tells(about: HookWish['about']): boolean;
  transactionId(payment: Payment): string;
  sign(payment: Payment, wish: HookWish): SignedHook | undefined;
  wayBack(payment: Payment, way: Way): Return | undefined;
}

/** Sends the web-hooks of what just happened, in the manner the scenario wants. */
export function tell(till: Till, desk: Desk, payment: Payment, about: HookWish['about']): void {
  if (!desk.tells(about)) return;
  till.hooks.tell(payment, (key) => desk.sign(payment, { about, key }));
}

/** Whether the provider still says that it does not know, though money has moved. */
export const isLagging = ({ clock, scenarios }: Till, { provider, transactions }: Payment): boolean =>
  transactions.some((one) => isTaken(one) && clock.now() < one.at + scenarios.of(provider).lagMs);

export function isBearer({ headers }: Call, forWhom: string, now: number): boolean {
  return isAccessToken((headers.authorization ?? '').replace(/^Bearer /, ''), forWhom, now);
}

/** With parameters added, whatever the address has already. */
export function withQuery(url: string, parameters: Record<string, string>): string {
  const text = new URLSearchParams(parameters).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

/** Whether a browser can be sent there. */
export const isWebAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);
