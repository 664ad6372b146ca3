import languages from 'virtual:messages/delivery';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
