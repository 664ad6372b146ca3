import { createHmac, randomBytes } from 'node:crypto';

/** How many clients must have searched for a text before others see it. */
const minClients = 3;
/** Clients counted per text; more do not make it more popular. */
const maxClients = 200;
/** Texts counted at once; those not searched for the longest time are dropped first. */
const maxTexts = 1000;
/** A text counts in the week of its search and in the one after it. */
const weekMs = 7 * 24 * 60 * 60 * 1000;

export interface PopularSearches {
  /** Counts a search, once per client and week. */
  count(text: string, clientIp: string): void;
  /** The texts that most clients searched for, at most `size`. */
  list(size: number): string[];
}

/**
 * Counts searches in the memory of this process (spec D63). Of a client only a hash is stored, under a random key and
 * different for each text, so that nobody's searches can be linked or read.
 */
export function countSearches(now: () => Date): PopularSearches {
  const key = randomBytes(32);
  let week = weekOf(now());
  let current = new Map<string, Set<number>>();
  let previous: typeof current = new Map();

  function advance(): void {
    const reached = weekOf(now());
    if (reached === week) return;
    previous = reached === week + 1 ? current : new Map();
    current = new Map();
    week = reached;
  }

  return {
    count(text, clientIp) {
      advance();
      const clients = current.get(text) ?? new Set();
      // The text moves to the end: a map lists its keys in the order of insertion.
      current.delete(text);
      current.set(text, clients);
      if (clients.size < maxClients) clients.add(hashOf(key, `${text}\n${clientIp}`));
      const [oldest] = current.keys();
      if (current.size > maxTexts && oldest !== undefined) current.delete(oldest);
    },
    list(size) {
      advance();
      const texts = [...new Set([...current.keys(), ...previous.keys()])];
      return texts
        .map((text) => ({ text, clients: clientsOf(current.get(text), previous.get(text)) }))
        .filter(({ clients }) => clients >= minClients)
        .sort((a, b) => b.clients - a.clients || (a.text < b.text ? -1 : 1))
        .slice(0, size)
        .map(({ text }) => text);
    },
  };
}

const weekOf = (time: Date): number => Math.floor(time.getTime() / weekMs);

const hashOf = (key: Buffer, text: string): number =>
  createHmac('sha256', key).update(text).digest().readUIntBE(0, 6);

const clientsOf = (now: Iterable<number> = [], before: Iterable<number> = []): number =>
  new Set([...now, ...before]).size;
