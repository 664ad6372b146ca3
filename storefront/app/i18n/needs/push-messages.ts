import languages from 'virtual:messages/push';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
