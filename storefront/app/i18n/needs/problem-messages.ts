import languages from 'virtual:messages/problem';
import { hear } from '../catalogues.ts';

await hear(languages);
