import languages from 'virtual:messages/food';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
