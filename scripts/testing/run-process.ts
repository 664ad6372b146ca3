import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const project = join(import.meta.dirname, '../..');

/** How a child process ended, and the output that was not printed yet. */
export interface Ended {
  code: number | null;
  printed: Buffer;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** `pipe` returns the output, `inherit` prints it at once. */
  output: 'inherit' | 'pipe';
  timeoutMs: number;
}

/** Runs a program of the project with the same Node, and kills it when it takes too long. */
export async function runNode(
  args: readonly string[],
  { env = {}, output, timeoutMs }: RunOptions,
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: ['inherit', output, output],
    // Caches the compiled code of the hundreds of shops and commands that tests start.
    env: { ...process.env, NODE_COMPILE_CACHE: join(project, '.cache/node'), ...env },
  });
  const late = setTimeout(() => {
    child.kill('SIGKILL');
    // Child processes may still hold its output open.
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }, timeoutMs);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { code, printed: Buffer.concat(printed) };
}

/** The path of a file in an installed package. */
export const inPackage = (name: string, file: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
