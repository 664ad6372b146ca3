import languages from 'virtual:messages/options';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
