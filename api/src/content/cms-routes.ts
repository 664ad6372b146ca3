import {
  readCmsBlock,
  readCmsBlockNamed,
  readCmsPage,
  readCmsPageNamed,
} from '@fynbos/core/content/contract.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../route.ts';
import type { Views } from '../store-views.ts';
import { wantedLanguage } from './content-language.ts';
import type { Contents, LiveContent } from './live-content.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Endpoints for single pages and blocks (wire contract 1.9, CMS-1). */
export function cmsRoutes(
  app: FastifyInstance,
  { content, views }: { content: LiveContent; views: Views },
): void {
  const contentsOf = (view: StoreView | undefined, { request, reply }: Exchange): Contents => {
    if (!view) throw new Problem('cms_empty');
    return content.of(view, wantedLanguage(request, reply, view));
  };
  const viewWith = (id: number) => {
    const viewId = id === 0 ? defaultStoreView.id : id;
    return views.find((view) => view.id === viewId)?.catalogue.view;
  };

  route(app, readCmsPage, ({ params, ...exchange }) =>
    findOrThrow(contentsOf(defaultStoreView, exchange).pages, ({ id }) => id === params.id),
  );
  route(app, readCmsBlock, ({ params, ...exchange }) =>
    findOrThrow(contentsOf(defaultStoreView, exchange).blocks, ({ id }) => id === params.id),
  );
  route(app, readCmsPageNamed, ({ params, ...exchange }) => {
    const { pages } = contentsOf(viewWith(params.storeId), exchange);
    return findOrThrow(pages, ({ identifier }) => identifier === params.identifier);
  });
  route(app, readCmsBlockNamed, ({ params, ...exchange }) => {
    const { blocks } = contentsOf(viewWith(params.storeId), exchange);
    return findOrThrow(blocks, ({ identifier }) => identifier === params.identifier);
  });
}

function findOrThrow<Document>(
  documents: readonly Document[],
  matches: (document: Document) => boolean,
): Document {
  const document = documents.find(matches);
  if (!document) throw new Problem('cms_empty');
  return document;
}
