import { newPushKeys } from '../../config/push-keys.ts';
import { type AdminCommands, takeCommandArgs } from './admin-command.ts';

/** `npm run admin -- push …` */
export const pushCommands: AdminCommands = {
  keys: {
    args: '',
    does: 'print a new key pair for push messages, to put into the settings; the shop does not store it',
    async run(_shop, args) {
      takeCommandArgs(args, 0);
      const { publicKey, privateKey } = newPushKeys();
      return [
        `PUSH_PUBLIC_KEY=${publicKey}`,
        `PUSH_PRIVATE_KEY=${privateKey}`,
        'PUSH_SUBJECT=mailto:somebody@shop.example',
      ];
    },
  },
};
