import languages from 'virtual:messages/newsletter';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
