import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '@fynbos/api/config.ts';
import { codeOf, UserFacingError } from '@fynbos/api/database/start-problem.ts';

/** A port to listen on later. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

/**
 * Finds out before anything is opened whether the port is free. One that is chosen, where 0 was asked, is held until it is
 * released: nobody else can be given it meanwhile.
 *
 * @throws StartProblem when it cannot be had
 */
export async function findPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<HeldPort> {
  const probe = createServer((connection) => connection.destroy());
  await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done)).catch(
    refusePort(port),
  );
  const { port: found } = probe.address() as AddressInfo;
  const release = () => new Promise<void>((done) => void probe.close(() => done()));
  probe.unref();
  // One that was asked for by number is perhaps a proxy's: it must find it closed until the shop answers there.
  if (port !== 0) await release();
  return { port: found, release: port === 0 ? release : async () => {} };
}

/** Says in a sentence why a port cannot be listened on. */
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

/** The address that this process reaches itself by. */
export const reachable = (host: string) =>
  isAny(host) || host === 'localhost' ? '127.0.0.1' : bracketed(host);
/** The address that a person on this machine types. */
export const shown = (host: string) => (isAny(host) ? 'localhost' : bracketed(host));

const isAny = (host: string) => host === '0.0.0.0' || host === '::';
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
