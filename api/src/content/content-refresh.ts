import type { FastifyBaseLogger } from 'fastify';
import { listenTo } from '../platform/database/connection/notification-listener.ts';
import type { LiveContent } from './live-content.ts';

/**
 * Reloads pages, blocks and menus without a restart: after an announced change, and after a lost connection
 * is restored.
 * @returns a handle that stops the listener
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
    onNotification: () => void reloadContent(),
    missed: content.reload,
    log,
    waitMs,
  });

  async function reloadContent(): Promise<void> {
    try {
      await content.reload();
    } catch (error) {
      // Restarting the listener reloads the content once the database responds.
      log.error({ error: String(error) }, 'cannot read pages and blocks');
      await listener.restart();
    }
  }

  return listener;
}
