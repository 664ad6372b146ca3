import languages from 'virtual:messages/profile';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
