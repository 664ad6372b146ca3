import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Receiver {
  /** The SMTP URL to send mail to: `smtp://127.0.0.1:…`. */
  url: string;
  close(): Promise<void>;
}

const largestMail = 2 * 1024 * 1024;

/**
 * Receives mail by SMTP for any recipient, on the loopback interface only.
 * @param store must resolve before a message is accepted
 */
export async function receiveMail(
  store: (raw: Buffer, recipients: readonly string[]) => Promise<void>,
): Promise<Receiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    banner: 'mail sink',
    logger: false,
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('too large'), { responseCode: 552 });
          return store(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          );
        })
        .then(() => done(), done);
    },
  });
  // A client that disconnects early is not an error of this server.
  server.on('error', () => {});
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
