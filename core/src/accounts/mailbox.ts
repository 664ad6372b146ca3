import { normalEmail } from './field-rules.ts';

/**
 * Returns the mailbox that receives mail for an address: the part after a plus sign is dropped and, at
 * Gmail, the dots, which it ignores. Variants of one address therefore count as one mailbox (T22).
 */
export function mailboxOf(email: string): string {
  const [written = '', host = ''] = normalEmail(email).split('@');
  const name = written.split('+')[0] || written;
  const gmail = host === 'gmail.com' || host === 'googlemail.com';
  return gmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}
