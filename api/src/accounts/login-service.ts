import { normalEmail } from '@fynbos/core/accounts/fields.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { machineOf, networkOf } from '../limits/client-address.ts';
import { bucketKey, type Rate } from '../limits/limits.ts';
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

const perMachine = { burst: 20, perHour: 60 };
const perNetwork = { burst: 100, perHour: 300 };
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
  const wrongOnes = bucketsOf(email, caller.ip, known);
  const rightOnes = rightBucketsOf(email, caller.ip, known);
  await takeAll(accounts, wrongOnes);
  // A stranger's guesses end at the wrong ones, before they can use up what the owner needs.
  await takeAll(accounts, rightOnes).catch(async (refusal) => {
    await giveBackAll(accounts, wrongOnes);
    throw refusal;
  });
  const customer = await findCustomerByEmail(accounts.db, email);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    await giveBackAll(accounts, rightOnes);
    accounts.warn('a login was refused', { customer: customer?.id, from: caller.ip });
    throw new Problem('login_failed');
  }
  await giveBackAll(accounts, wrongOnes);
  const tokens = await openSession(accounts, customer, caller.device);
  accounts.note('a customer logged in', { customer: customer.id, from: caller.ip });
  return { ...tokens, deviceMark: caller.deviceMark && known ? caller.deviceMark : markOf(accounts, email) };
}

const markOf = ({ secrets }: Accounts, email: string) => newDeviceMark(email, secrets.device);

type Bucket = [key: string, rate: Rate];

async function takeAll({ limits }: Accounts, buckets: readonly Bucket[]): Promise<void> {
  for (const [key, rate] of buckets) await limits.take(key, rate);
}

async function giveBackAll({ limits }: Accounts, buckets: readonly Bucket[]): Promise<void> {
  for (const [key, rate] of buckets) await limits.giveBack(key, rate);
}

/** A browser that is known does not share the tries of its machine, where others may have used them up. */
function rightBucketsOf(email: string, ip: string, device: string | undefined): Bucket[] {
  const account: Bucket = [bucketKey('login-right-account', email), rightPerAccount];
  return device ? [account] : [account, [bucketKey('login-right-machine', machineOf(ip)), rightPerMachine]];
}

function bucketsOf(email: string, ip: string, device: string | undefined): Bucket[] {
  if (device) return [[bucketKey('login-device', email, device), perDevice]];
  return [
    [bucketKey('login-machine', machineOf(ip)), perMachine],
    [bucketKey('login-network', networkOf(ip)), perNetwork],
    [bucketKey('login-account', email), perAccount],
  ];
}
