import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The API as a process of its own, which is replaced when its sources change. */
export interface ApiProcess {
  /**
   * The port of the current API. During a restart it waits for the next one.
   * @throws when the API ended at its start; its reason is on the terminal
   */
  port(): Promise<number>;
  /** Ends the current API and starts another one. */
  restart(): void;
  stop(): Promise<void>;
}

/** Longer requests, such as event streams, are cut off: their client repeats them. */
const graceMs = 250;
/** An editor writes several files at once. */
const settleMs = 30;

/** Starts the API. It ends with this process. */
export function startApi(env: NodeJS.ProcessEnv): ApiProcess {
  let current: Launched = launch(env);
  let isPending = false;
  return {
    port: () => current.port,
    restart() {
      if (isPending) return;
      isPending = true;
      const next = replace(current.child, env).finally(() => {
        isPending = false;
      });
      current = { child: next.then(({ child }) => child), port: next.then(({ port }) => port) };
      // Requests report it.
      current.port.catch(() => {});
    },
    stop: () => end(current.child),
  };
}

interface Launched {
  child: ChildProcess | Promise<ChildProcess>;
  port: Promise<number>;
}

async function replace(child: Launched['child'], env: NodeJS.ProcessEnv): Promise<Launched> {
  await end(child);
  await pause(settleMs);
  return launch(env);
}

function launch(env: NodeJS.ProcessEnv): Launched {
  // A debugger of this process keeps its port; the API picks another one.
  const isInspected = [...process.execArgv, ...process.argv].some(isInspectFlag);
  const flags = process.execArgv.filter((flag) => !isInspectFlag(flag));
  const execArgv = isInspected ? [...flags, '--inspect=0'] : flags;
  const child = fork(join(import.meta.dirname, 'api.ts'), { env, execArgv });
  const port = Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    once(child, 'exit').then(() => {
      throw new Error('The API did not start.');
    }),
  ]);
  port.catch(() => {});
  return { child, port };
}

/** `--inspect`, `--inspect=PORT`, and the same with `-brk` or `-wait`. */
export const isInspectFlag = (flag: string): boolean => /^--inspect(-brk|-wait)?(=|$)/.test(flag);

async function end(launched: Launched['child']): Promise<void> {
  const child = await launched;
  if (child.exitCode !== null || child.signalCode) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(late);
}
