import languages from 'virtual:messages/cart';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
