import languages from 'virtual:messages/checkout';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
