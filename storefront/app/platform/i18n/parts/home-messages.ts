import languages from 'virtual:messages/home';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
