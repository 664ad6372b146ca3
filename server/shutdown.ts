/** Resources to close at the end of the program, once and in reverse order. */
export interface Closing {
  /**
   * Registers how to close a resource.
   * @param close receives the exit code of the process
   * @param timeoutMs time limit; ten seconds by default
   */
  add(close: Close, timeoutMs?: number): void;
  /** True after the first request to close. Failures after that are consequences of closing. */
  readonly isClosing: boolean;
  /** Closes everything and ends the process with this code. Further calls have no effect. */
  end(code: number): Promise<never>;
}

type Close = (code: number) => Promise<unknown>;

/** A step that hangs (such as a client that never reads its response) must not block the others. */
const defaultTimeoutMs = 10_000;
/**
 * The terminal sends Ctrl-C to this process, and npm forwards it again. Signals within this time count as
 * one.
 */
const sameKeystroke = 1_000;

/** Closes the program cleanly on Ctrl-C, `kill` and a closed terminal; a second Ctrl-C ends it at once. */
export function shutDownOnSignals(log: (sentence: string) => void): Closing {
  const open: Step[] = [];
  let ending: Promise<never> | undefined;
  const closing: Closing = {
    add: (close, timeoutMs = defaultTimeoutMs) => void open.push({ close, timeoutMs }),
    get isClosing() {
      return ending !== undefined;
    },
    end: (code) => (ending ??= closeAll(open, code).then(() => process.exit(code))),
  };
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > sameKeystroke) process.exit(130);
      if (closing.isClosing) return;
      log('Closing: finishing open requests, then the database.');
      void closing.end(0);
    });
  }
  return closing;
}

interface Step {
  close: Close;
  timeoutMs: number;
}

async function closeAll(open: Step[], code: number): Promise<void> {
  for (const { close, timeoutMs } of open.reverse()) {
    const late = new Promise((done) => setTimeout(done, timeoutMs).unref());
    await Promise.race([close(code).catch((error) => console.error(error)), late]);
  }
}
