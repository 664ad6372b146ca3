import languages from 'virtual:messages/search';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
