import { parseArgs } from 'node:util';
import { openPaymentSandbox } from './payment-sandbox.ts';

/** The payment sandbox as a separate process: `--port 4010 --folder data/payments`. */

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, folder: { type: 'string' } },
});

try {
  const sandbox = await openPaymentSandbox({
    port: Number(values.port),
    folder: values.folder,
    live: process.env.PAYMENTS === 'live',
  });
  console.log(`Payment sandbox at ${sandbox.url}`);
  const end = () => void sandbox.close().then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A parent process that started it with an IPC channel ends it when it exits.
  process.on('disconnect', end);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
