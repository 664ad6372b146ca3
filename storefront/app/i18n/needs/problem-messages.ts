import languages from 'virtual:messages/problem';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
