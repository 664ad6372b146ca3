import languages from 'virtual:messages/problem';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
