import languages from 'virtual:messages/waiting';
import { hear } from '../catalogues.ts';

await hear(languages);
