import languages from 'virtual:messages/offline';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
