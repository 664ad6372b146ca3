import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '@fynbos/api/config.ts';
import { codeOf, StartProblem } from '@fynbos/api/database/start-problem.ts';

/** A port that is ours from before anything is opened until the shop listens on it. */
export interface HeldPort {
  /** Chosen where 0 was asked. */
  port: number;
  release(): Promise<void>;
}

/**
 * Finds out before anything is opened whether the port is free, and holds it until it is released: nobody else can be
 * given it meanwhile. Who calls before the shop listens is hung up on.
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
  return { port: found, release };
}

/** Says in a sentence why a port cannot be listened on. */
export function refusePort(port: number): (cause: unknown) => never {
  return (cause) => {
    const reason = portRefusals[codeOf(cause) ?? ''];
    throw reason ? new StartProblem(`Port ${port} ${reason}`, { cause }) : cause;
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
