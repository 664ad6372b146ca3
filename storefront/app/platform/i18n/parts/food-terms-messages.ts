import languages from 'virtual:messages/food-terms';
import { loadMessages } from '../message-loader.ts';

await loadMessages(languages);
