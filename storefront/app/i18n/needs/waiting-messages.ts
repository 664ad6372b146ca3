import languages from 'virtual:messages/waiting';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
