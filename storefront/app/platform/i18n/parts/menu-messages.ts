import languages from 'virtual:messages/menu';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
