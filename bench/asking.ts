import { Agent, request } from 'node:http';

/** What is asked over and over. */
export interface Question {
  path: string;
  /** With one it is a POST. */
  body?: unknown;
}

/** Visitors who ask until they are told to stop. */
export interface Asking {
  /** Waits for the last answers. @returns how many came, and what went wrong */
  stop(): Promise<{ answered: number; failed: string[] }>;
}

const visitors = 6;
const pauseMs = 20;

/** Asks each question in turn, by several visitors at once, each on a connection that stays open. */
export function askOn(origin: string, questions: readonly Question[]): Asking {
  let going = true;
  let answered = 0;
  const failed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  async function visit(first: number): Promise<void> {
    for (let at = first; going; at++) {
      const question = questions[at % questions.length]!;
      const status = await ask(agent, origin, question).catch(String);
      // Whoever tries too often is told so by a shop that is well.
      if (status === 200 || status === 429) answered++;
      else failed.push(`${question.path}: ${status}`);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
  const all = Promise.all(Array.from({ length: visitors }, (_, at) => visit(at)));
  return {
    async stop() {
      going = false;
      await all;
      agent.destroy();
      return { answered, failed };
    },
  };
}

function ask(agent: Agent, origin: string, { path, body }: Question): Promise<number> {
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const method = text === undefined ? 'GET' : 'POST';
    const headers =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(new URL(path, origin), { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(text);
  });
}
