import languages from 'virtual:messages/home';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
