import languages from 'virtual:messages/offline';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
