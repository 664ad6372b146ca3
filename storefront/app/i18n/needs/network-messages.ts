import languages from 'virtual:messages/network';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
