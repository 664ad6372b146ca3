import languages from 'virtual:messages/content';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
