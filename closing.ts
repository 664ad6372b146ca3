/** What has been opened, to be closed in reverse order, once, whatever ends the program. */
export interface Closing {
  /** Remembers how to close what was just opened. */
  add(close: () => Promise<unknown>): void;
  /** True from the first wish to end on: a failure after that is only its echo. */
  readonly wanted: boolean;
  /** Closes everything and ends the process with this code. Calling it again changes nothing. */
  end(code: number): Promise<never>;
}

/** A step that hangs (a client that never reads its answer) must not keep the rest open. */
const patience = 10_000;
/** npm passes on the Ctrl-C that the terminal has already sent us: within this time it is the same one. */
const sameKeystroke = 1_000;

/** Ends the program cleanly on Ctrl-C, `kill` and a closed terminal; on the second Ctrl-C at once. */
export function closeOnSignals(say: (sentence: string) => void): Closing {
  const open: (() => Promise<unknown>)[] = [];
  let ending: Promise<never> | undefined;
  const closing: Closing = {
    add: (close) => void open.push(close),
    get wanted() {
      return ending !== undefined;
    },
    end: (code) => (ending ??= closeAll(open).then(() => process.exit(code))),
  };
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > sameKeystroke) process.exit(130);
      if (closing.wanted) return;
      say('Closing: finishing open requests, then the database.');
      void closing.end(0);
    });
  }
  return closing;
}

async function closeAll(open: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of open.reverse()) {
    const late = new Promise((done) => setTimeout(done, patience).unref());
    await Promise.race([close().catch((error) => console.error(error)), late]);
  }
}
