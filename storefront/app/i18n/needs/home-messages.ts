import languages from 'virtual:messages/home';
import { hear } from '../catalogues.ts';

await hear(languages);
