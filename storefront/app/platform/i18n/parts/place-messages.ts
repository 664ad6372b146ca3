import languages from 'virtual:messages/place';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
