import languages from 'virtual:messages/options';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
