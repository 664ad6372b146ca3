import languages from 'virtual:messages/payments';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
