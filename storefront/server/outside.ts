import type { Outside } from '../app/api-settings.ts';

/** Somebody else's script, as the operator configured it. */
export interface OutsidePart {
  id: string;
  /** The address it comes from. */
  url: string;
  /** What else it may load or call, as origins. */
  origins: readonly string[];
}

/** Who else may have a say in the shop's pages; each is asked of the visitor first (decision 40). */
export interface OutsideParts {
  tags?: OutsidePart | undefined | '';
  chat?: OutsidePart | undefined | '';
  /** Whether `?debug=analytics` shows what is measured. */
  debug?: boolean;
}

/** The same as origins of a policy. */
export interface OutsideOrigins {
  /** The tag manager; empty where there is none. */
  tags: string;
  /** Where its tags send what they measured. */
  measured: readonly string[];
  chat: readonly string[];
}

export const nobody: OutsideOrigins = { tags: '', measured: [], chat: [] };

/** What a policy lets in: nobody who is not configured. */
export function originsOf({ tags, chat }: OutsideParts = {}): OutsideOrigins {
  return {
    tags: tags ? new URL(tags.url).origin : '',
    measured: tags ? tags.origins : [],
    chat: chat ? [new URL(chat.url).origin, ...chat.origins] : [],
  };
}

/** What a browser is told: the addresses of the scripts. */
export function addressesOf({ tags, chat, debug }: OutsideParts = {}): Outside {
  return {
    ...(tags && { 'data-tags': `${tags.url}/gtm.js?id=${tags.id}` }),
    ...(chat && { 'data-chat': `${chat.url}/${chat.id}` }),
    ...(debug && { 'data-debug': 'analytics' }),
    ...(debug && !tags && { 'data-tags': '' }),
  };
}
