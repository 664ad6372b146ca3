import { normalEmail } from '@fynbos/core/accounts/fields.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { machineOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { machineBuckets } from '../limits/machines.ts';
import { type Bucket, giveBackAll, takeAll } from '../limits/take-all.ts';
import type { Accounts } from './accounts.ts';
import { findCustomerByEmail } from './customer-store.ts';
import { findDevice, newDeviceMark } from './device-cookie.ts';
import { isPassword } from './password.ts';
import { openSession, type Tokens } from './session-service.ts';

/** Where a login comes from. */
export interface Caller {
  ip: string;
  /** Browser and system by name, for the list of sessions. */
  device: string;
  /** What the browser shows of an earlier login (`device-cookie.ts`). */
  deviceMark?: string;
}

const rates = { machine: { burst: 20, perHour: 60 }, network: { burst: 100, perHour: 300 } };
const perAccount = { burst: 10, perHour: 10 };
const perDevice = { burst: 10, perHour: 20 };
/** Right ones cost the shop as much work as wrong ones, and a session each: more than anybody needs is no login. */
const rightPerMachine = { burst: 200, perHour: 600 };
const rightPerAccount = { burst: 100, perHour: 100 };

/**
 * Begins a session for who knows the password. Whether the account exists shows neither in the answer nor in its
 * time (T6). Wrong tries use up those of the account and of the machine; a browser that has logged in before has
 * tries of its own, so that nobody can lock a customer out (T7). Right ones are counted apart.
 *
 * @throws Problem login_failed, too_many_attempts
 */
export async function logIn(
  accounts: Accounts,
  { username, password }: { username: string; password: string },
  caller: Caller,
): Promise<Tokens & { deviceMark: string }> {
  const email = normalEmail(username);
  const known = findDevice(caller.deviceMark, email, accounts.secrets.device);
  const { limits } = accounts;
  const wrongOnes = bucketsOf(email, caller.ip, known);
  const ofMachine = known ? [] : [rightOfMachine(caller.ip)];
  // What belongs to the account comes last: a machine that may try no more costs no customer anything.
  const ofAccount = known ? [] : [{ key: bucketKey('login-account', email), rate: perAccount }];
  await takeAll(limits, [...wrongOnes, ...ofMachine, ...ofAccount]);
  const customer = await findCustomerByEmail(accounts.db, email);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    await giveBackAll(limits, ofMachine);
    accounts.warn('a login was refused', { customer: customer?.id, from: caller.ip });
    throw new Problem('login_failed');
  }
  // Only who knows the password uses these up; one too many stays counted as a wrong one, so that they end too.
  await limits.take(bucketKey('login-right-account', email), rightPerAccount);
  await giveBackAll(limits, [...wrongOnes, ...ofAccount]);
  const tokens = await openSession(accounts, customer, caller.device);
  accounts.note('a customer logged in', { customer: customer.id, from: caller.ip });
  return { ...tokens, deviceMark: caller.deviceMark && known ? caller.deviceMark : markOf(accounts, email) };
}

const markOf = ({ secrets }: Accounts, email: string) => newDeviceMark(email, secrets.device);

/** A browser that is known does not share the tries of its machine, where others may have used them up. */
function bucketsOf(email: string, ip: string, device: string | undefined): Bucket[] {
  if (device) return [{ key: bucketKey('login-device', email, device), rate: perDevice }];
  return machineBuckets('login', ip, rates);
}

const rightOfMachine = (ip: string): Bucket => ({
  key: bucketKey('login-right-machine', machineOf(ip)),
  rate: rightPerMachine,
});
