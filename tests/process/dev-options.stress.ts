import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DevProcess, startDev } from './dev-process.ts';

/** `npm run dev -- --inspect` with `DEV_SERVICE_WORKER=on`. */

let dev: DevProcess;

beforeAll(async () => {
  dev = await startDev(['--inspect=0'], { DEV_SERVICE_WORKER: 'on' });
});

afterAll(() => dev.stop());

test('npm run dev -- --inspect opens a debugger for the storefront and one for the API', () => {
  expect(dev.output().match(/^Debugger listening on ws:\/\/127\.0\.0\.1:[1-9]\d*\/\S+$/gm)).toHaveLength(2);
});

test('DEV_SERVICE_WORKER=on serves the worker of the sources, and pages register it', async () => {
  const readWorker = async () => (await fetch(`${dev.origin}/service-worker.js`)).text();
  const before = await readWorker();
  expect(before).toContain('fynbos-pages');
  expect(before).not.toContain('__SW_MANIFEST');
  await dev.change('storefront/service-worker/service-worker.ts', "'take-over'", "'take-over-changed'");
  expect(await readWorker()).toContain('take-over-changed');
  const registration = '/app/platform/service-worker/service-worker-registration.ts';
  const module = await (await fetch(dev.origin + registration)).text();
  expect(module).toMatch(/"DEV_SERVICE_WORKER": true/);
});
