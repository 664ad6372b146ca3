import languages from 'virtual:messages/search';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
