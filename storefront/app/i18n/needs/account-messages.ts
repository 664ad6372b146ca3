import languages from 'virtual:messages/account';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
