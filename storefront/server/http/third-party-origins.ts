import type { Outside } from '../../app/platform/api/api-settings.ts';

/** A third-party script, as the operator configured it. */
interface OutsidePart {
  id: string;
  /** The address of the script. */
  url: string;
  /** Other origins that it may load or call. */
  origins: readonly string[];
}

/** The third-party scripts of the shop's pages; each requires the visitor's consent (spec D40). */
export interface OutsideParts {
  tags?: OutsidePart | undefined | '';
  chat?: OutsidePart | undefined | '';
  /** Whether `?debug=analytics` shows the recorded events. */
  debug?: boolean;
}

/** The same as origins for a policy. */
export interface OutsideOrigins {
  /** The tag manager; empty if there is none. */
  tags: string;
  /** Origins to which its tags send their data. */
  measured: readonly string[];
  chat: readonly string[];
}

export const noOutsideOrigins: OutsideOrigins = { tags: '', measured: [], chat: [] };

/** The origins that a policy allows: only configured ones. */
export function originsOf({ tags, chat }: OutsideParts = {}): OutsideOrigins {
  return {
    tags: tags ? new URL(tags.url).origin : '',
    measured: tags ? tags.origins : [],
    chat: chat ? [new URL(chat.url).origin, ...chat.origins] : [],
  };
}

/** The attributes for the browser: the addresses of the scripts. */
export function addressesOf({ tags, chat, debug }: OutsideParts = {}): Outside {
  return {
    ...(tags && { 'data-tags': `${tags.url}/gtm.js?id=${tags.id}` }),
    ...(chat && { 'data-chat': `${chat.url}/${chat.id}` }),
    ...(debug && { 'data-debug': 'analytics' }),
    ...(debug && !tags && { 'data-tags': '' }),
  };
}
