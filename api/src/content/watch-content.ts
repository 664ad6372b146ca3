import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../database/listen.ts';
import type { LiveContent } from './live-content.ts';

/**
 * Keeps pages, blocks and menus fresh without a restart: they are read again when a change is announced, and when
 * a lost connection is there again.
 *
 * @returns stops watching
 */
export function watchContent(
  content: LiveContent,
  url: string,
  log: FastifyBaseLogger,
  waitMs?: number,
): { ready: Promise<void>; stop: () => Promise<void> } {
  const listener = listenTo({
    url,
    channel: 'content',
    heard: () => void readAgain(),
    missed: content.reload,
    log,
    waitMs,
  });

  async function readAgain(): Promise<void> {
    try {
      await content.reload();
    } catch (error) {
      // What could not be read now is read once the database answers again.
      log.error({ error: String(error) }, 'cannot read pages and blocks');
      await listener.restart();
    }
  }

  return listener;
}
