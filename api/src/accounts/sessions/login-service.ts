import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { clientIpOf } from '../../platform/rate-limit/client-ip.ts';
import { clientBuckets } from '../../platform/rate-limit/client-ip-rates.ts';
import { bucketKey } from '../../platform/rate-limit/rate-limits.ts';
import { type Bucket, giveBackTokens, takeTokens } from '../../platform/rate-limit/token-buckets.ts';
import { hashOf } from '../../platform/security/random-token.ts';
import type { Accounts } from '../customers/account-context.ts';
import { findCustomerByEmail } from '../customers/customer-store.ts';
import { isPassword } from '../customers/password-hash.ts';
import { findDevice, newDeviceToken } from './device-cookie.ts';
import { openSession, type Tokens } from './session-service.ts';
import { endSessionOfToken } from './session-store.ts';

/** The origin of a login. */
export interface Caller {
  ip: string;
  /** Browser and system by name, for the list of sessions. */
  device: string;
  /** Whether its refresh tokens are exchanged; false for a client that keeps its first one. */
  rotates: boolean;
  /** Device token of an earlier login in this browser (`device-cookie.ts`). */
  deviceToken?: string;
  /** Access token that the caller holds; its session ends if it is of the same customer. */
  accessToken?: string | undefined;
}

const rates = { clientIp: { burst: 20, perHour: 60 }, network: { burst: 100, perHour: 300 } };
const perAccount = { burst: 10, perHour: 10 };
const perDevice = { burst: 10, perHour: 20 };
/** A successful login costs as much work as a failed one, and a session: more than this is abuse. */
const successesPerClientIp = { burst: 200, perHour: 600 };
const rightPerAccount = { burst: 100, perHour: 100 };

/**
 * Starts a session for a correct password. Neither the response nor its timing reveals whether the account
 * exists (T6). Failed attempts count against the account and the client IP. A browser that has logged in
 * before has its own limit, so that no attacker can lock a customer out (T7). Successful logins are counted
 * separately.
 * @throws Problem login_failed, too_many_attempts
 */
export async function loginCustomer(
  accounts: Accounts,
  { username, password }: { username: string; password: string },
  caller: Caller,
): Promise<Tokens & { deviceToken: string }> {
  const email = normalEmail(username);
  const { limits } = accounts;
  const customer = await findCustomerByEmail(accounts.db, email);
  const known = findDevice(caller.deviceToken, customer, accounts.secrets.device);
  const wrongOnes = bucketsOf(email, caller.ip, known);
  const successBuckets = known ? [] : [successBucketOf(caller.ip)];
  // The account comes last: a blocked client IP must not use up the limit of a customer.
  const ofAccount = known ? [] : [{ key: bucketKey('login-account', email), rate: perAccount }];
  await takeTokens(limits, [...wrongOnes, ...successBuckets, ...ofAccount]);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    await giveBackTokens(limits, successBuckets);
    accounts.warn('a login was refused', { customer: customer?.id, from: caller.ip });
    throw new Problem('login_failed');
  }
  // Only a client with the right password uses these up. One too many stays counted as a failed attempt, so
  // that these end too.
  await limits.take(bucketKey('login-right-account', email), rightPerAccount);
  await giveBackTokens(limits, [...wrongOnes, ...ofAccount]);
  const tokens = await openSession(accounts, customer, caller);
  // A customer who logs in again, as after a new password, leaves no session behind (T18).
  if (caller.accessToken)
    await endSessionOfToken(accounts.db, hashOf(caller.accessToken), accounts.now(), customer.id);
  accounts.note('a customer logged in', { customer: customer.id, from: caller.ip });
  return {
    ...tokens,
    deviceToken:
      caller.deviceToken && known ? caller.deviceToken : newDeviceToken(customer, accounts.secrets.device),
  };
}

/** A known browser does not share the limit of its client IP, which others may have used up. */
function bucketsOf(email: string, ip: string, device: string | undefined): Bucket[] {
  if (device) return [{ key: bucketKey('login-device', email, device), rate: perDevice }];
  return clientBuckets('login', ip, rates);
}

const successBucketOf = (ip: string): Bucket => ({
  key: bucketKey('login-right-machine', clientIpOf(ip)),
  rate: successesPerClientIp,
});
