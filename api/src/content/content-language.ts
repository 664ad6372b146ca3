import {
  type ContentLanguage,
  contentLanguage,
  sourceLanguage,
  wishedContentLanguage,
} from '@fynbos/core/content/content-language.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receivedQuery } from '../route.ts';

/**
 * Chooses the language of content: the `lang` parameter, then the language of the store view, then the
 * browser's preference.
 */
export function wantedLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  view: StoreView,
): ContentLanguage {
  const { lang } = receivedQuery(request);
  if (typeof lang === 'string' && lang !== '') return contentLanguage(lang) ?? sourceLanguage;
  const viewLanguage = view.code === defaultStoreView.code ? undefined : contentLanguage(view.locale);
  if (viewLanguage) return viewLanguage;
  reply.header('vary', 'accept-language');
  return wishedContentLanguage(request.headers['accept-language'] ?? '') ?? sourceLanguage;
}
