import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** What explains a failure of a visit besides trace and screenshot. */
export interface VisitLog {
  /** The shop that was visited. */
  origin: string;
  /** The messages of the browser's console. */
  messages: readonly string[];
}

const logFile = (origin: string): string =>
  path.join(import.meta.dirname, '../../../test-results/servers', `${new URL(origin).port}.log`);

/** A test of Playwright, which keeps what is attached. */
interface FailedTest {
  attach(name: string, options: { body?: string; path?: string; contentType: string }): Promise<void>;
}

/**
 * Writes the output of a running shop to a file, which is attached to failed tests.
 * @returns a function that appends
 */
export function openServerLog(origin: string): (text: string) => void {
  const file = logFile(origin);
  mkdirSync(path.dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  return (text) => void stream.write(text);
}

/** Attaches the console and the server log of visits to a failed test; the reporter names the files. */
export async function attachLogs(test: FailedTest, visits: readonly VisitLog[]): Promise<void> {
  const messages = visits.flatMap((visit) => visit.messages);
  if (messages.length > 0)
    await test.attach('console.log', { body: messages.join('\n'), contentType: 'text/plain' });
  for (const file of new Set(visits.map(({ origin }) => logFile(origin))))
    if (existsSync(file)) await test.attach('server.log', { path: file, contentType: 'text/plain' });
}
