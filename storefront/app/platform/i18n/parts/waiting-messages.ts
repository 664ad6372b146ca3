import languages from 'virtual:messages/waiting';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
