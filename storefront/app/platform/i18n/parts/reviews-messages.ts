import languages from 'virtual:messages/reviews';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
