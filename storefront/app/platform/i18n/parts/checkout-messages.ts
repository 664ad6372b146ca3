import languages from 'virtual:messages/checkout';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
