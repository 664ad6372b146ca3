/** Letters, digits, spaces and the signs of addresses. No `@` and `:`, which links and mail addresses need. */
const addressText = /^[\p{L}\p{M}\p{N} '’.,&()/#-]{1,60}$/u;
const nameText = /^\p{L}[\p{L}\p{M} '’-]{0,29}$/u;
/** A full stop before a letter, as in a host name. */
const hostName = /\.\p{L}|\bwww\b|\bhttps?\b/iu;
const phoneNumber = /(?:\p{N}[ ().,/-]*){7}/u;

/**
 * Returns a part of an address that a visitor typed, or nothing if it could be a message to somebody else: an order
 * can name the mailbox of a stranger, and then the shop must not send a link or a telephone number there (T21).
 */
export function mailableAddressText(typed: string | undefined): string {
  const text = typed?.trim() ?? '';
  return addressText.test(text) && !hostName.test(text) && !phoneNumber.test(text) ? text : '';
}

/** Returns a typed first name for a greeting; nothing if it is no plain name of up to three words. */
export function mailableName(typed: string | undefined): string {
  const name = typed?.trim() ?? '';
  return nameText.test(name) && name.split(' ').length <= 3 ? name : '';
}
