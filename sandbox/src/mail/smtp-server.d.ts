/** The part of `smtp-server` that the mail sink uses; the package has no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  }

  export class SMTPServer {
    readonly server: Server;
    constructor(options: {
      authOptional: boolean;
      disabledCommands: string[];
      disableReverseLookup: boolean;
      size: number;
      banner: string;
      logger: boolean;
      onData(
        stream: Readable & { sizeExceeded: boolean },
        session: Session,
        done: (error?: Error | null) => void,
      ): void;
    });
    on(event: 'error', listener: (error: Error) => void): this;
    listen(port: number, host: string, listening: () => void): Server;
    close(closed: () => void): void;
  }
}
