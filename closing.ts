/** What has been opened, to be closed in reverse order, once, whatever ends the program. */
export interface Closing {
  /**
   * Remembers how to close what was just opened.
   *
   * @param close is told the code that the process ends with
   * @param patienceMs how long it may take; ten seconds unless said otherwise
   */
  add(close: Close, patienceMs?: number): void;
  /** True from the first wish to end on: a failure after that is only its echo. */
  readonly wanted: boolean;
  /** Closes everything and ends the process with this code. Calling it again changes nothing. */
  end(code: number): Promise<never>;
}

type Close = (code: number) => Promise<unknown>;

/** A step that hangs (a client that never reads its answer) must not keep the rest open. */
const patience = 10_000;
/** npm passes on the Ctrl-C that the terminal has already sent us: within this time it is the same one. */
const sameKeystroke = 1_000;

/** Ends the program cleanly on Ctrl-C, `kill` and a closed terminal; on the second Ctrl-C at once. */
export function closeOnSignals(say: (sentence: string) => void): Closing {
  const open: Step[] = [];
  let ending: Promise<never> | undefined;
  const closing: Closing = {
    add: (close, patienceMs = patience) => void open.push({ close, patienceMs }),
    get wanted() {
      return ending !== undefined;
    },
    end: (code) => (ending ??= closeAll(open, code).then(() => process.exit(code))),
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

interface Step {
  close: Close;
  patienceMs: number;
}

async function closeAll(open: Step[], code: number): Promise<void> {
  for (const { close, patienceMs } of open.reverse()) {
    const late = new Promise((done) => setTimeout(done, patienceMs).unref());
    await Promise.race([close(code).catch((error) => console.error(error)), late]);
  }
}
