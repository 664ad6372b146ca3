import {
  type ContentLanguage,
  contentLanguage,
  sourceLanguage,
  wishedContentLanguage,
} from '@fynbos/core/content/language.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * In which language texts are wanted: `lang` says it; a store view with a language of its own has its texts in that;
 * else it is what the browser wishes for.
 */
export function wantedLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  view: StoreView,
): ContentLanguage {
  const { lang } = request.query as { lang?: unknown };
  if (typeof lang === 'string' && lang !== '') return contentLanguage(lang) ?? sourceLanguage;
  const own = view.code === defaultStoreView.code ? undefined : contentLanguage(view.locale);
  if (own) return own;
  reply.header('vary', 'accept-language');
  return wishedContentLanguage(request.headers['accept-language'] ?? '') ?? sourceLanguage;
}
