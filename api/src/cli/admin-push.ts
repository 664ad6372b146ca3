import { newPushKeys } from '../push/keys.ts';
import { type AdminCommands, takeWords } from './admin-command.ts';

/** `npm run admin -- push …` */
export const pushCommands: AdminCommands = {
  keys: {
    words: '',
    does: 'a fresh key pair for push messages, to be put into the settings; it is kept nowhere',
    async run(_shop, words) {
      takeWords(words, 0);
      const { publicKey, privateKey } = newPushKeys();
      return [
        `PUSH_PUBLIC_KEY=${publicKey}`,
        `PUSH_PRIVATE_KEY=${privateKey}`,
        'PUSH_SUBJECT=mailto:somebody@shop.example',
      ];
    },
  },
};
