import languages from 'virtual:messages/lists';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
