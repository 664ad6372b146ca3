import languages from 'virtual:messages/push';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
