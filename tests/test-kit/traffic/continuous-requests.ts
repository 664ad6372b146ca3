import { Agent, request } from 'node:http';

/** A request that is repeated. */
export interface ProbeRequest {
  path: string;
  /** Present for a POST. */
  body?: unknown;
}

/** Visitors that send requests until stopped. */
export interface ContinuousLoad {
  /**
   * Waits for the last responses.
   * @returns the number of responses, and the failures
   */
  stop(): Promise<{ completed: number; failed: string[] }>;
}

const visitors = 6;
const pauseMs = 20;

/** Sends each request in turn from several concurrent visitors, each on a keep-alive connection. */
export function startContinuousLoad(origin: string, requests: readonly ProbeRequest[]): ContinuousLoad {
  let going = true;
  let completed = 0;
  const failed: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  async function visit(first: number): Promise<void> {
    for (let at = first; going; at++) {
      const probe = requests[at % requests.length]!;
      const status = await send(agent, origin, probe).catch(String);
      // 429 is the correct response of a healthy shop to too many requests.
      if (status === 200 || status === 429) completed++;
      else failed.push(`${probe.path}: ${status}`);
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
  const all = Promise.all(Array.from({ length: visitors }, (_, at) => visit(at)));
  return {
    async stop() {
      going = false;
      await all;
      agent.destroy();
      return { completed, failed };
    },
  };
}

function send(agent: Agent, origin: string, { path, body }: ProbeRequest): Promise<number> {
  return new Promise((done, fail) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const method = text === undefined ? 'GET' : 'POST';
    const headers =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(new URL(path, origin), { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(text);
  });
}
