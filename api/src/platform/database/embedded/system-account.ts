import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account PostgreSQL runs under: it refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Chooses the account that runs PostgreSQL.
 * @param owner the account that an existing cluster belongs to
 * @returns nothing for an ordinary user (PostgreSQL runs as that user); for root the cluster's owner, or
 * the system's `postgres`, or `nobody`. It must be a known account: initdb looks up its name.
 */
export async function accountToRunAs(owner?: Account): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (owner && owner.uid !== 0) return owner;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return accountNamed('postgres', passwd) ?? accountNamed('nobody', passwd) ?? { uid: 65534, gid: 65534 };
}

function accountNamed(name: string, passwd: string): Account | undefined {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [uid, gid] = line?.split(':').slice(2, 4).map(Number) ?? [];
  return uid && gid !== undefined ? { uid: uid >>> 0, gid: gid >>> 0 } : undefined;
}

/** Whether this account can enter the folder and every folder above it, such as a home folder, by mode bits. */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const stats = await stat(path).catch(() => undefined);
    if (stats && !(stats.mode & executeBit(stats, account))) return false;
    if (path === dirname(path)) return true;
  }
}

function executeBit(owner: Account, account: Account): number {
  if (owner.uid === account.uid) return 0o100;
  return owner.gid === account.gid ? 0o010 : 0o001;
}
