import languages from 'virtual:messages/network';
import { hear } from '../catalogues.ts';

await hear(languages);
