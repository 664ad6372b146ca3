import type { RedisClientType } from '@redis/client';

/** A Redis (or Valkey) server that several processes of the shop share. What it holds may be lost at any time. */
export interface Redis {
  /** Whether it answered last. */
  readonly isThere: boolean;
  /**
   * Asks it something.
   *
   * @throws when it is away, or has not answered within half a second: whoever asks knows how to go on without it
   */
  ask<Answer>(question: (client: RedisClientType) => Promise<Answer>): Promise<Answer>;
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
}

const patienceMs = 500;
const againMs = 500;
// A server that hangs is found out by a question it does not answer.
const pingMs = 1000;
const silentMs = 3000;

/**
 * Connects to a Redis server, and again whenever it was lost, until `close`. It need not be there yet: a shop goes on
 * without it, only slower.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: { connectTimeout: 2000, socketTimeout: silentMs, reconnectStrategy: againMs },
  }) as RedisClientType;
  const bytes = asBytes(client);
  let isThere = false;
  const hearings: [string, Hearing][] = [];

  function lost(cause: unknown): void {
    if (!isThere) return;
    isThere = false;
    log.warn({ error: String(cause) }, 'lost the connection to Redis');
    for (const [, hearing] of hearings) hearing.lost();
  }

  client.on('error', lost);
  // Channels are heard again by themselves before this is said.
  client.on('ready', () => {
    isThere = true;
    for (const [, hearing] of hearings) hearing.there();
  });
  await firstTry(client, log);

  return {
    get isThere() {
      return isThere;
    },
    ask: (question) => within(patienceMs, question(client)),
    askForBytes: (question) => within(patienceMs, question(bytes)),
    hear(channel, hearing) {
      void client.subscribe(channel, hearing.heard).catch(() => {});
      hearings.push([channel, hearing]);
      if (isThere) hearing.there();
    },
    close: async () => client.destroy(),
  };
}

/** Waits until it is there, or has been found away; it is tried again by itself. */
function firstTry(client: RedisClientType, log: Log): Promise<void> {
  return new Promise((done) => {
    client.once('error', (cause) => {
      log.warn({ error: String(cause) }, 'Redis is away: the shop goes on without it until it is there');
      done();
    });
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
