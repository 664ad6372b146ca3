import languages from 'virtual:messages/consent';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
