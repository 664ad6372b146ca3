import languages from 'virtual:messages/account';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
