import type { TestProject } from 'vitest/node';
import { openTestServer } from './test-server.ts';

/** Vitest's global set-up: provides the server for tests and its template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await openTestServer();
  project.provide('testDatabase', { server: url, template });
  return stop;
}
