import languages from 'virtual:messages/reviews';
import { loadMessages } from '../catalogues.ts';

await loadMessages(languages);
