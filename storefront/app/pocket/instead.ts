import type { ComponentType } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { PocketView } from './pocket-view.tsx';
import { type PocketPage, standIn } from './stand-in.ts';

/** A page out of the pocket, with what draws it: who shows it need not have its code before. */
export type PocketAnswer = PocketPage & { View: ComponentType<{ page: PocketPage }> };

/**
 * What the pocket knows of a page that could not be loaded (OFF-3). A refusal is an answer: what is not there is not
 * there in the pocket either.
 *
 * @throws the failure, where the pocket has no such page
 */
export async function instead(request: Request, failure: unknown): Promise<PocketAnswer> {
  const isAnswer = failure instanceof Response || (isRouteErrorResponse(failure) && failure.status < 500);
  if (isAnswer || request.signal.aborted) throw failure;
  const page = await standIn(new URL(request.url)).catch(() => undefined);
  if (!page) throw failure;
  return { ...page, View: PocketView };
}
