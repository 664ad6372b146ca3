import { setTimeout as pause } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';

/** A Redis (or Valkey) server shared by several processes of the shop. Its data may be lost at any time. */
export interface Redis {
  /** Whether it is connected and responding. */
  readonly isThere: boolean;
  /**
   * Runs a command.
   * @param within time-out in milliseconds; half a second by default
   * @throws when Redis is unreachable or does not respond in time; the caller must work without it
   */
  execute<Result>(command: (client: RedisClientType) => Promise<Result>, within?: number): Promise<Result>;
  /** Same for a command with a binary result. */
  executeForBytes<Result>(command: (client: BytesClient) => Promise<Result>): Promise<Result>;
  /** Subscribes to a channel. */
  subscribe(channel: string, hearing: Hearing): void;
  close(): Promise<void>;
}

interface Hearing {
  onMessage(message: string): void;
  /** The connection was lost: messages are missed from now on. */
  lost(): void;
  /** The subscription is active, for the first time or again. */
  onReady(): void;
}

/** A client that returns blob strings as bytes. */
type BytesClient = ReturnType<typeof asBytes>;
const asBytes = (client: RedisClientType) => client.withTypeMapping({ [blob]: Buffer });
/**
 * RESP type of a blob string; importing the client's constant would load the client into shops without
 * Redis.
 */
const blob = 36;

/** Log for connection changes. */
interface Log {
  warn(details: { error: string }, sentence: string): void;
  info(details: object, sentence: string): void;
}

const timeoutMs = 500;
const retryMs = 500;
// A server that hangs is detected by a ping without a reply.
const pingMs = 1000;
const silentMs = 3000;

/** A channel subscription and its state. */
interface Channel {
  name: string;
  hearing: Hearing;
  /** The server confirmed the subscription; the client restores it after a reconnect. */
  isSubscribed: boolean;
  isReceiving: boolean;
}

/**
 * Connects to a Redis server, and reconnects until `close`. The server need not be reachable yet: the shop
 * runs without it, only slower.
 *
 * There are two connections, one for commands and one for subscriptions. A server that hangs is detected on
 * the second one, where only pings are sent.
 * @param timeoutScale multiplies the time-outs of commands
 */
export async function openRedis(url: string, log: Log, timeoutScale = 1): Promise<Redis> {
  const { createClient } = await import('@redis/client');
  const commandClient: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingMs,
    socket: { connectTimeout: 2000, socketTimeout: silentMs, reconnectStrategy: retryMs },
  });
  const hearer = commandClient.duplicate();
  const bytes = asBytes(commandClient);
  const channels: Channel[] = [];
  let isThere = false;
  let isClosed = false;
  let cause: unknown;

  /** Updates the state and notifies subscribers of changes. */
  function updateState(): void {
    const wasThere = isThere;
    isThere = commandClient.isReady && hearer.isReady && !isClosed;
    for (const channel of channels) {
      const { isReceiving: wasReceiving, hearing } = channel;
      channel.isReceiving = isThere && channel.isSubscribed;
      if (channel.isReceiving && !wasReceiving) hearing.onReady();
      if (!channel.isReceiving && wasReceiving) hearing.lost();
    }
    if (isClosed || wasThere === isThere) return;
    if (wasThere) log.warn({ error: String(cause) }, 'lost the connection to Redis');
    else if (cause) log.info({}, 'reconnected to Redis');
  }

  /**
   * Subscribes to a channel, with retries until the server confirms. The client restores it after a
   * reconnect.
   */
  async function requestChannel(channel: Channel): Promise<void> {
    while (!channel.isSubscribed && hearer.isReady) {
      try {
        await within(timeoutMs * timeoutScale, hearer.subscribe(channel.name, channel.hearing.onMessage));
        channel.isSubscribed = true;
      } catch (error) {
        log.warn({ error: String(error) }, `cannot subscribe to ${channel.name} on Redis yet; will retry`);
        await pause(retryMs);
      }
    }
    updateState();
  }

  for (const client of [commandClient, hearer]) {
    client.on('error', (error) => {
      cause = error;
      updateState();
    });
    client.on('ready', updateState);
  }
  hearer.on('ready', () => {
    for (const channel of channels) void requestChannel(channel);
  });
  await Promise.all([commandClient, hearer].map(firstTry));
  if (!isThere)
    log.warn({ error: String(cause) }, 'Redis is unreachable: the shop runs without it until it is back');

  /** Without a connection the command would only time out. */
  const execute = <Result>(command: () => Promise<Result>, ms = timeoutMs): Promise<Result> =>
    isThere ? within(ms * timeoutScale, command()) : Promise.reject(new Error('Redis is unreachable'));
  return {
    get isThere() {
      return isThere;
    },
    execute: (command, ms) => execute(() => command(commandClient), ms),
    executeForBytes: (command) => execute(() => command(bytes)),
    subscribe(name, hearing) {
      const channel = { name, hearing, isSubscribed: false, isReceiving: false };
      channels.push(channel);
      void requestChannel(channel);
    },
    async close() {
      isClosed = true;
      commandClient.destroy();
      hearer.destroy();
    },
  };
}

/** Waits until the first connection attempt succeeds or fails; the client retries by itself. */
function firstTry(client: RedisClientType): Promise<void> {
  return new Promise((done) => {
    client.once('error', () => done());
    client.connect().then(
      () => done(),
      () => done(),
    );
  });
}

async function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Redis did not respond within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
    result.catch(() => {});
  }
}
