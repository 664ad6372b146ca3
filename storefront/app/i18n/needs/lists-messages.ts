import languages from 'virtual:messages/lists';
import { hear } from '../catalogues.ts';

await hear(languages);
