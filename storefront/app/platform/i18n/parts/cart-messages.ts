import languages from 'virtual:messages/cart';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
