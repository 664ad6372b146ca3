import { webHookUrlsOf } from '@fynbos/api/payments/attempts/provider-redirect-service.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import { freePort } from '../network/free-port.ts';
import { administerIn, type Ended } from '../processes/cli-command.ts';
import { openSmallShop } from '../shop/small-shop.ts';
import { openTestShop, type TestShop } from '../shop/test-shop.ts';
import { controlsOf, type SandboxControls } from './sandbox-controls.ts';

/** A whole API with sandbox providers, on free ports, with its own clock. */
export interface PayingShop extends TestShop, Omit<SandboxControls, 'webHooksTo'> {
  /** Moves the clock of the shop and of the providers. */
  advance(milliseconds: number): Promise<void>;
  /** Runs `npm run admin --` on the shop, with its variables and its clock. */
  admin(...args: readonly string[]): Promise<Ended>;
  now(): Date;
  /** The operator settings. */
  env: Readonly<Record<string, string>>;
  sandboxUrl: string;
  /** The operator variables of a shop that uses these providers. */
  settings: Record<string, string>;
}

/** @param range files of the import, or the folder that contains them */
export async function openPayingShop(
  range: Record<string, string> | string,
  settings: Record<string, string> = {},
  clock: () => number = Date.now,
): Promise<PayingShop> {
  let ahead = 0;
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  const sandbox = await openPaymentSandbox({ port: 0 });
  sandbox.webHooksTo(webHookUrlsOf({ shopUrl }));
  const env = { PORT: String(port), PUBLIC_URL: shopUrl, ...sandbox.settings(), ...settings };
  const now = () => new Date(clock() + ahead);
  const shop =
    typeof range === 'string' ? await openTestShop(range, now, env) : await openSmallShop(range, env, now);
  const controls = controlsOf(sandbox.url);
  return {
    ...shop,
    ...controls,
    sandboxUrl: sandbox.url,
    settings: sandbox.settings(),
    now,
    env,
    admin: (...args) => administerIn({ db: shop.db, env, now }, args),
    async advance(milliseconds) {
      ahead += milliseconds;
      await controls.advance(milliseconds);
    },
    async close() {
      await shop.close();
      await sandbox.close();
    },
  };
}
