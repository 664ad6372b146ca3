import languages from 'virtual:messages/orders';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
