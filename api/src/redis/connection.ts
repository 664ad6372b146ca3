import { setTimeout as pause } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';

/** A Redis (or Valkey) server that several processes of the shop share. What it holds may be lost at any time. */
export interface Redis {
  /** Whether it answered last. */
  readonly isThere: boolean;
  /**
   * Asks it something.
   *
   * @param within milliseconds; half a second where left out
   * @throws when it is away, or has not answered in time: whoever asks knows how to go on without it
   */
  ask<Answer>(question: (client: RedisClientType) => Promise<Answer>, within?: number): Promise<Answer>;
  /** Asks for something that is bytes, not text; otherwise the same. */
  askForBytes<Answer>(question: (client: BytesClient) => Promise<Answer>): Promise<Answer>;
  /** Hears what is said on a channel from now on. */
  hear(channel: string, hearing: Hearing): void;
  close(): Promise<void>;
}

export interface Hearing {
  heard(said: string): void;
  /** The connection is gone: what is said meanwhile is missed. */
  lost(): void;
  /** It is there, for the first time or again, and everything that is said from now on is heard. */
  there(): void;
}

/** A client whose texts arrive as bytes. */
export type BytesClient = ReturnType<typeof asBytes>;
const asBytes = (client: RedisClientType) => client.withTypeMapping({ [blob]: Buffer });
/** RESP's sign for a text; the client's own name for it would load the client into shops that have no Redis. */
const blob = 36;

/** Where a process says what becomes of its Redis. */
interface Log {
  warn(what: { error: string }, sentence: string): void;
  info(what: object, sentence: string): void;
}

const patienceMs = 500;
const againMs = 500;
// A server that hangs is found out by a question it does not answer.
const pingMs = 1000;
const silentMs = 3000;

/** What is heard, or is to be heard. */
interface Channel {
  name: string;
  hearing: Hearing;
  /** The server has answered that it will say what it hears; from then on the client sees to that by itself. */
  isAskedFor: boolean;
  isHeard: boolean;
}

/**
 * Connects to a Redis server, and again whenever it was lost, until `close`. It need not be there yet: a shop goes on
 * without it, only slower.
 *
 * There are two connections, one to ask and one to hear: a server that hangs is found out on one where nobody writes but the
 * ping that it does not answer.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const { createClient } = await import('@redis/client');
  const asker = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: { connectTimeout: 2000, socketTimeout: silentMs, reconnectStrategy: againMs },
  }) as RedisClientType;
  const hearer = asker.duplicate();
  const bytes = asBytes(asker);
  const channels: Channel[] = [];
  let isThere = false;
  let isClosed = false;
  let cause: unknown;

  /** Says what has changed, after anything has. */
  function look(): void {
    const wasThere = isThere;
    isThere = asker.isReady && hearer.isReady && !isClosed;
    for (const channel of channels) {
      const { isHeard, hearing } = channel;
      channel.isHeard = isThere && channel.isAskedFor;
      if (channel.isHeard && !isHeard) hearing.there();
      if (!channel.isHeard && isHeard) hearing.lost();
    }
    if (isClosed || wasThere === isThere) return;
    if (wasThere) log.warn({ error: String(cause) }, 'lost the connection to Redis');
    else if (cause) log.info({}, 'Redis is there again');
  }

  /** Asks for a channel until the server agrees; what it has agreed to once comes back by itself with the connection. */
  async function askFor(channel: Channel): Promise<void> {
    while (!channel.isAskedFor && hearer.isReady) {
      try {
        await within(patienceMs, hearer.subscribe(channel.name, channel.hearing.heard));
        channel.isAskedFor = true;
      } catch (error) {
        log.warn({ error: String(error) }, `cannot hear ${channel.name} on Redis yet`);
        await pause(againMs);
      }
    }
    look();
  }

  for (const client of [asker, hearer]) {
    client.on('error', (error) => {
      cause = error;
      look();
    });
    client.on('ready', look);
  }
  hearer.on('ready', () => {
    for (const channel of channels) void askFor(channel);
  });
  await Promise.all([asker, hearer].map(firstTry));
  if (!isThere)
    log.warn({ error: String(cause) }, 'Redis is away: the shop goes on without it until it is there');

  /** Whoever asks one that is not there would wait for nothing. */
  const ask = <Answer>(question: () => Promise<Answer>, ms = patienceMs): Promise<Answer> =>
    isThere ? within(ms, question()) : Promise.reject(new Error('Redis is away'));
  return {
    get isThere() {
      return isThere;
    },
    ask: (question, ms) => ask(() => question(asker), ms),
    askForBytes: (question) => ask(() => question(bytes)),
    hear(name, hearing) {
      const channel = { name, hearing, isAskedFor: false, isHeard: false };
      channels.push(channel);
      void askFor(channel);
    },
    async close() {
      isClosed = true;
      asker.destroy();
      hearer.destroy();
    },
  };
}

/** Waits until it is there, or has been found away; it is tried again by itself. */
function firstTry(client: RedisClientType): Promise<void> {
  return new Promise((done) => {
    client.once('error', () => done());
    client.connect().then(
      () => done(),
      () => done(),
    );
  });
}

async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Redis did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
