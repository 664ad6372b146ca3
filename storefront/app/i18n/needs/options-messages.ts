import languages from 'virtual:messages/options';
import { hear } from '../catalogues.ts';

await hear(languages);
