import { findWithCoupon, listSubscriptions } from '../../accounts/newsletter/newsletter-admin-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { type AdminCommands, InvalidArgsError, takeCommandArgs } from './admin-command.ts';

const states = ['pending', 'subscribed', 'unsubscribed'] as const;

/** `npm run admin -- newsletter …` */
export const newsletterCommands: AdminCommands = {
  list: {
    args: '[pending|subscribed|unsubscribed]',
    does: 'list addresses by state, the latest first; the default is subscribed',
    async run({ db }, [word = 'subscribed', ...more]) {
      const state = states.find((candidate) => candidate === word);
      if (!state || more.length > 0) throw new InvalidArgsError();
      const subscriptions = await listSubscriptions(db, state);
      const lines = subscriptions.map(
        (subscription) =>
          `${subscription.email}  ${subscription.locale}  ${subscription.updated_at.toISOString()}`,
      );
      return [...lines, `${subscriptions.length} ${state}`];
    },
  },
  show: {
    args: 'EMAIL',
    does: 'show one address: its state and its coupon',
    async run({ db }, args) {
      const [email] = takeCommandArgs(args, 1);
      const subscription = await findWithCoupon(db, email);
      if (!subscription) throw new UserFacingError(`There is no newsletter subscription for ${email}.`);
      return [
        `${subscription.email}  ${subscription.state} since ${subscription.updated_at.toISOString()}  ${subscription.locale}`,
        `coupon    ${subscription.coupon ?? 'none'}`,
      ];
    },
  },
};
