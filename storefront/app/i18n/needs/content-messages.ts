import languages from 'virtual:messages/content';
import { hear } from '../catalogues.ts';

await hear(languages);
