import languages from 'virtual:messages/content';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
