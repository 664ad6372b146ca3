import languages from 'virtual:messages/checkout';
import { hear } from '../catalogues.ts';

await hear(languages);
