import languages from 'virtual:messages/views';
import { hear } from '../catalogues.ts';

await hear(languages);
