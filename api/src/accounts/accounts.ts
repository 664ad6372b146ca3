import type { Address } from '@fynbos/core/accounts/address.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db.ts';
import type { Limits } from '../limits/limits.ts';
import { shopUrlOf } from '../mail/pages.ts';
import type { Cookie } from './cookies.ts';
import type { GroupTokens } from './group-service.ts';
import { readSigningSecret } from './group-store.ts';

/** What accounts work with: made once at start. */
export interface Accounts extends AccountParts, AccountLog {
  db: Db;
  now: () => Date;
  limits: Limits;
  groupTokens: GroupTokens;
  secrets: { refresh: string; device: string };
  /**
   * Where mails lead: the store view that a call names where routes say so, otherwise the default one. It is of the
   * operator's settings, never of what a request says its host is (T6).
   */
  shopUrl: string;
}

/** What of logins and passwords the log tells (ASVS 16.3), without a name or an address of anybody. */
export interface AccountLog {
  /** What may be an attack, or would be one if its customer knew nothing of it: told by default. */
  warn(finding: string, about?: Concerned): void;
  /** What happens all day. */
  note(finding: string, about?: Concerned): void;
}

/** Whom a line is about: their number, and the machine it came from. */
export interface Concerned {
  customer?: number | undefined;
  from?: string;
}

/** @param log of the shop: each of its lines says that it is about accounts */
export function accountLog(log: FastifyBaseLogger): AccountLog {
  const own = log.child({ work: 'accounts' });
  return {
    warn: (finding, about = {}) => own.warn(about, finding),
    note: (finding, about = {}) => own.info(about, finding),
  };
}

/** What nouns after accounts do for them, given where both are known (`app.ts`). */
export interface AccountParts {
  /** The whole store of a code; undefined when there is none. */
  findStore(code: string): Promise<object | undefined>;
  /** Begins a subscription to the newsletter, which a mail asks to confirm. */
  subscribe(db: Db, who: { email: string; locale: string; shopUrl: string }): Promise<void>;
  /** Who else keeps something about customers. */
  keepers: readonly Keeper[];
  /** What others show a browser of its customer: it ends with the login. */
  endingCookies: readonly Cookie[];
}

/** Somebody who keeps personal data of customers: it is exported and erased with the account (POPIA). */
export interface Keeper {
  /** The name of the data in an export. */
  name: string;
  exportOf(db: Db, customer: Person): Promise<unknown>;
  /** Removes what is personal, within the caller's transaction; what the law wants kept stays. */
  erase(db: Db, customer: Person): Promise<void>;
}

export interface Person {
  id: number;
  email: string;
}

/** An address of a customer as it is kept. */
export interface CustomerAddress extends Address {
  id: number;
  customer_id: number;
  default_shipping: boolean;
  default_billing: boolean;
}

export async function openAccounts(
  { db, now, limits, groupTokens }: Pick<Ctx, 'db' | 'now' | 'limits' | 'groupTokens'>,
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  parts: AccountParts,
  { warn, note }: AccountLog,
): Promise<Accounts> {
  const [refresh, device] = await Promise.all([
    readSigningSecret(db, 'refresh'),
    readSigningSecret(db, 'device'),
  ]);
  return {
    ...parts,
    ...{ db, now, limits, groupTokens, warn, note },
    secrets: { refresh, device },
    shopUrl: shopUrlOf(config),
  };
}
