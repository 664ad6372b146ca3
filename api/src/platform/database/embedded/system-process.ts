import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The command line of a living process. Nothing when no process has this id, or only a zombie, which
 * `kill(pid, 0)` would report as alive.
 */
export async function commandOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text ? text.replaceAll('\0', ' ') : undefined;
  }
  const line = await new Promise<string>((done) =>
    execFile('ps', ['-o', 'command=', '-p', String(pid)], (_, stdout) => done(stdout.trim())),
  );
  return line && !line.includes('<defunct>') ? `${line} ` : undefined;
}

/**
 * Polls until the condition is true.
 * @returns false when the time is over first
 */
export async function waitUntil(condition: () => Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await pause(40);
  }
  return true;
}
