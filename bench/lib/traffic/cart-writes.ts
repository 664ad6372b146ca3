import { once } from 'node:events';
import { Agent } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sendTimed, type TimedResponse } from '../requests/timed-request.ts';

/** Milliseconds between two writes to a cart. */
const pauseMs = 100;

/**
 * Creates a cart, and adds to it again and again. A thread of its own measures it: the event loop of a load
 * generator with hundreds of connections is late itself.
 * @returns a function that ends it and returns the responses
 */
export function startCartWrites(port: number): () => Promise<TimedResponse[]> {
  const worker = new Worker(import.meta.filename, { workerData: { port } });
  return async () => {
    worker.postMessage('stop');
    const [responses] = await once(worker, 'message');
    await worker.terminate();
    return responses;
  };
}

async function writeCart(port: number, stop: AbortSignal): Promise<TimedResponse[]> {
  const agent = new Agent({ keepAlive: true });
  const created = await sendTimed(port, { path: '/api/cart/create', agent, json: {} });
  const responses = [created];
  const { result: token } = JSON.parse(created.body) as { result: string };
  while (!stop.aborted) {
    const json = { cartItem: { sku: 'FRU-APPLE', qty: 1 } };
    responses.push(await sendTimed(port, { path: '/api/cart/update', agent, token, json }));
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  agent.destroy();
  return responses;
}

if (!isMainThread) {
  const stop = new AbortController();
  parentPort?.once('message', () => stop.abort());
  parentPort?.postMessage(await writeCart(workerData.port, stop.signal));
}
