import languages from 'virtual:messages/notify';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
