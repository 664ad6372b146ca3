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

/**
 * Begins a session for who knows the password. Whether the account exists shows neither in the answer nor in its
 * time (T6). Wrong tries use up those of the account and of the machine; a browser that has logged in before has
 * tries of its own, so that nobody can lock a customer out (T7).
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
  const buckets = bucketsOf(email, caller.ip, known);
  for (const [key, rate] of buckets) await accounts.limits.take(key, rate);
  const customer = await findCustomerByEmail(accounts.db, email);
  const right = await isPassword(customer?.password_hash, password);
  if (!customer || !right) {
    accounts.warn('a login was refused', { customer: customer?.id, from: caller.ip });
    throw new Problem('login_failed');
  }
  for (const [key, rate] of buckets) await accounts.limits.giveBack(key, rate);
  const tokens = await openSession(accounts, customer, caller.device);
  accounts.note('a customer logged in', { customer: customer.id, from: caller.ip });
  return { ...tokens, deviceMark: caller.deviceMark && known ? caller.deviceMark : markOf(accounts, email) };
}

const markOf = ({ secrets }: Accounts, email: string) => newDeviceMark(email, secrets.device);

function bucketsOf(email: string, ip: string, device: string | undefined): [string, Rate][] {
  if (device) return [[bucketKey('login-device', email, device), perDevice]];
  return [
    [bucketKey('login-machine', machineOf(ip)), perMachine],
    [bucketKey('login-network', networkOf(ip)), perNetwork],
    [bucketKey('login-account', email), perAccount],
  ];
}
