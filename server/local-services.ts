import { join } from 'node:path';
import type { Config } from '@fynbos/api/config/config.ts';
import { isLoopback } from '@fynbos/api/config/live-settings.ts';
import { forgetSandbox, storeSandbox } from '@fynbos/api/config/sandbox-variables.ts';
import { webHookUrlsOf } from '@fynbos/api/payments/attempts/provider-redirect-service.ts';
import { providersOf } from '@fynbos/api/payments/provider-setup.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { shopUrlOf } from '@fynbos/api/platform/mail/templates/mail-links.ts';
import { openMailSink } from '@fynbos/sandbox/mail/mail-sink.ts';
import { openPaymentSandbox } from '@fynbos/sandbox/payment-sandbox.ts';
import type { Closing } from './shutdown.ts';

/** The SMTP server of the operator, or a local mail sink with a page that shows the mail. */
export async function openMailService(
  config: Config,
  closing: Closing,
): Promise<{ smtpUrl: string; notices: string[] }> {
  if (config.smtpUrl) return { smtpUrl: config.smtpUrl, notices: [] };
  const sink = await openMailSink({ folder: join(config.dataFolder, 'mail'), port: config.mailSinkPort });
  closing.add(sink.close);
  const unsent = `Mail goes to a local mail sink: read it at ${sink.pageUrl}, or set SMTP_URL to send it.`;
  return { smtpUrl: sink.smtpUrl, notices: [unsent] };
}

/**
 * Payment providers with keys. In test mode the local payment sandbox replaces the others. A shop with a
 * public address gets no sandbox, so that shoppers cannot pay with test money there.
 * @returns the variables by which the shop uses the sandbox; empty without one
 */
export async function openPaymentService(
  config: Config,
  closing: Closing,
): Promise<{ variables: Readonly<Record<string, string>>; notice: string }> {
  await forgetSandbox(config.dataFolder);
  if (config.payments === 'live' && !config.publicUrl)
    throw new UserFacingError(
      'PAYMENTS=live needs PUBLIC_URL: providers send shoppers back there, and call it.',
    );
  if (config.payments === 'live')
    return {
      variables: {},
      notice: `Payments are live: ${names(config) || 'no provider has its keys, so on delivery only'}.`,
    };
  if (config.publicUrl && !isLoopback(new URL(config.publicUrl).hostname))
    return { variables: {}, notice: 'Payments run in test mode: only providers with test keys are offered.' };
  const folder = join(config.dataFolder, 'payments');
  const sandbox = await openPaymentSandbox({ port: config.sandboxPort, folder });
  closing.add(sandbox.close);
  sandbox.webHooksTo(webHookUrlsOf({ shopUrl: shopUrlOf(config) }));
  const variables = sandbox.settings();
  await storeSandbox(config.dataFolder, { url: sandbox.url, variables });
  closing.add(() => forgetSandbox(config.dataFolder));
  return { variables, notice: `Payments run in sandbox mode. Transactions: ${sandbox.url}` };
}

const names = (config: Config) => [...providersOf(config).values()].map(({ title }) => title).join(', ');
