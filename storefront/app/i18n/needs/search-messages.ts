import languages from 'virtual:messages/search';
import { hear } from '../catalogues.ts';

await hear(languages);
