import languages from 'virtual:messages/network';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
