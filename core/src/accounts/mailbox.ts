import { normalEmail } from './fields.ts';

/**
 * The mailbox that an address reaches: what follows a plus sign is dropped, and at Gmail the dots, which it
 * ignores. One person has one mailbox, however many ways there are to write it (T22).
 */
export function mailboxOf(email: string): string {
  const [written = '', host = ''] = normalEmail(email).split('@');
  const name = written.split('+')[0] || written;
  const gmail = host === 'gmail.com' || host === 'googlemail.com';
  return gmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
