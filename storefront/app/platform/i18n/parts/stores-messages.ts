import languages from 'virtual:messages/stores';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
