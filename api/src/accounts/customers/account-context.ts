import type { Address } from '@fynbos/core/accounts/address.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { GroupTokens } from '../../context.ts';
import type { Db } from '../../db.ts';
import { readSigningSecret } from '../../platform/database/signing-key-store.ts';
import type { Cookie } from '../../platform/http/cookies.ts';
import { shopUrlOf } from '../../platform/mail/templates/mail-links.ts';
import type { Limits } from '../../platform/rate-limit/rate-limits.ts';

/** Dependencies of the account services, created once at startup. */
export interface Accounts extends AccountLog {
  db: Db;
  now: () => Date;
  limits: Limits;
  groupTokens: GroupTokens;
  secrets: { refresh: string; device: string };
  /** The minimum number of letters of a name (spec D34). */
  shortestName: number;
  /**
   * Base address of links in mails: the store view of the call where a route sets it, otherwise the default
   * one. It comes from the operator's settings, never from the request's Host header (T6).
   */
  shopUrl: string;
  /** The complete store of a code; undefined when there is none. */
  findStore(code: string): Promise<object | undefined>;
  /** Starts a newsletter subscription, which a mail asks to confirm. */
  subscribe(db: Db, subscriber: { email: string; locale: string; shopUrl: string }): Promise<void>;
  /** Other modules that store data about customers. */
  personalDataSources: readonly PersonalDataSource[];
  /** Cookies of other domains that show the browser its customer; they end with the login. */
  endingCookies: readonly Cookie[];
}

/** What other modules provide to accounts; `app.ts` connects them. */
export type AccountParts = Pick<
  Accounts,
  'findStore' | 'subscribe' | 'personalDataSources' | 'endingCookies'
>;

/** Log of logins and passwords (ASVS 16.3), without names or e-mail addresses. */
export interface AccountLog {
  /** A possible attack, or an event the customer may not know of; logged by default. */
  warn(finding: string, about?: Concerned): void;
  /** A routine event. */
  note(finding: string, about?: Concerned): void;
}

/** The subject of a log line: the customer's id and the client IP. */
interface Concerned {
  customer?: number | undefined;
  from?: string;
}

/** @param log the shop's log; each line is labelled `work: accounts` */
export function accountLog(log: FastifyBaseLogger): AccountLog {
  const accountsLog = log.child({ work: 'accounts' });
  return {
    warn: (finding, about = {}) => accountsLog.warn(about, finding),
    note: (finding, about = {}) => accountsLog.info(about, finding),
  };
}

/**
 * A module that stores personal data of customers. The data is exported and erased with the account
 * (POPIA).
 */
export interface PersonalDataSource {
  /** Name of the data in an export. */
  name: string;
  exportOf(db: Db, customer: CustomerIdentity): Promise<unknown>;
  /** Removes personal data within the caller's transaction; records that law requires stay. */
  erase(db: Db, customer: CustomerIdentity): Promise<void>;
  /** Removes what an unproven owner of the account may have prepared for the owner of the mailbox (T29). */
  discard?(db: Db, customer: CustomerIdentity): Promise<void>;
}

export interface CustomerIdentity {
  id: number;
  /** What belongs to an address is exported and erased for its proven owner only (T25). */
  provenEmail: string | undefined;
}

/** An address of a customer as stored. */
export interface CustomerAddress extends Address {
  id: number;
  customer_id: number;
  default_shipping: boolean;
  default_billing: boolean;
}

export async function openAccounts(
  { db, now, limits, groupTokens }: Pick<Accounts, 'db' | 'now' | 'limits' | 'groupTokens'>,
  config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'shortestName'>,
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
    shortestName: config.shortestName,
    shopUrl: shopUrlOf(config),
  };
}
