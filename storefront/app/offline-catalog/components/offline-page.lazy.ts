import type { ComponentType } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { type OfflinePage, offlinePageFor } from '../state/load-offline-page.ts';
import { OfflinePageView } from './offline-page-view.tsx';

/** An offline page with the component that renders it, so that callers need not load its code before. */
export type RenderableOfflinePage = OfflinePage & { View: ComponentType<{ page: OfflinePage }> };

/**
 * Looks up a page that could not be loaded in the offline catalog (OFF-3). A refusal is a valid response: a
 * page that does not exist is not in the offline catalog either.
 * @throws the failure, if the offline catalog has no such page
 */
export async function loadOfflinePage(request: Request, failure: unknown): Promise<RenderableOfflinePage> {
  const isResponse = failure instanceof Response || (isRouteErrorResponse(failure) && failure.status < 500);
  if (isResponse || request.signal.aborted) throw failure;
  const page = await offlinePageFor(new URL(request.url)).catch(() => undefined);
  if (!page) throw failure;
  return { ...page, View: OfflinePageView };
}
