import { findWithCoupon, listSubscriptions } from '../accounts/newsletter-books.ts';
import { StartProblem } from '../database/start-problem.ts';
import { type AdminCommands, takeWords, WrongWords } from './admin-command.ts';

const states = ['pending', 'subscribed', 'unsubscribed'] as const;

/** `npm run admin -- newsletter …` */
export const newsletterCommands: AdminCommands = {
  list: {
    words: '[pending|subscribed|unsubscribed]',
    does: 'addresses by what they want, the latest first; subscribed when nothing is said',
    async run({ db }, [word = 'subscribed', ...more]) {
      const state = states.find((one) => one === word);
      if (!state || more.length > 0) throw new WrongWords();
      const found = await listSubscriptions(db, state);
      const lines = found.map((one) => `${one.email}  ${one.locale}  ${one.updated_at.toISOString()}`);
      return [...lines, `${found.length} ${state}`];
    },
  },
  show: {
    words: 'EMAIL',
    does: 'one address: its state, and the coupon of its mailbox',
    async run({ db }, words) {
      const [email] = takeWords(words, 1);
      const found = await findWithCoupon(db, email!);
      if (!found) throw new StartProblem(`The newsletter does not know the address ${email}.`);
      return [
        `${found.email}  ${found.state} since ${found.updated_at.toISOString()}  ${found.locale}`,
        `coupon    ${found.coupon ?? 'none'}`,
      ];
    },
  },
};
