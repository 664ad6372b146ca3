import languages from 'virtual:messages/orders';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
