import languages from 'virtual:messages/lists';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
