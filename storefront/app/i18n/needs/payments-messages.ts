import languages from 'virtual:messages/payments';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
