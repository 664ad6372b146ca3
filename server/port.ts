import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '@fynbos/api/config/config.ts';
import { codeOf, UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';

/** A port to listen on later. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

/**
 * Checks that the port is free before anything is opened. For port 0 the assigned port is held until its
 * release, so that no other process gets it.
 * @throws UserFacingError when the port is not available
 */
export async function findPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<HeldPort> {
  const probe = createServer((connection) => connection.destroy());
  await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done)).catch(
    refusePort(port),
  );
  // A server that listens on a port has such an address.
  const { port: assignedPort } = probe.address() as AddressInfo;
  const release = () => new Promise<void>((done) => void probe.close(() => done()));
  probe.unref();
  // A configured port may be known to a proxy, so it must refuse connections until the shop listens.
  if (port !== 0) await release();
  return { port: assignedPort, release: port === 0 ? release : async () => {} };
}

/** Explains why a port cannot be used. */
export function refusePort(port: number): (cause: unknown) => never {
  return (cause) => {
    const reason = portRefusals[codeOf(cause) ?? ''];
    throw reason ? new UserFacingError(`Port ${port} ${reason}`, { cause }) : cause;
  };
}

const portRefusals: Record<string, string> = {
  EADDRINUSE: 'is in use by another program: end that, or choose another port with PORT.',
  EACCES: 'may not be opened by this user: choose one above 1023 with PORT.',
  EADDRNOTAVAIL: 'cannot be opened at this HOST: it is not an address of this machine.',
  ENOTFOUND: 'cannot be opened at this HOST: there is no such name.',
};

/** The host by which this process reaches itself. */
export const reachable = (host: string) =>
  isAny(host) || host === 'localhost' ? '127.0.0.1' : bracketed(host);
/** The host that a user on this machine types. */
export const shown = (host: string) => (isAny(host) ? 'localhost' : bracketed(host));

const isAny = (host: string) => host === '0.0.0.0' || host === '::';
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
