import languages from 'virtual:messages/offline';
import { hear } from '../catalogues.ts';

await hear(languages);
