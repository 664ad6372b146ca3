import languages from 'virtual:messages/cart';
import { hear } from '../catalogues.ts';

await hear(languages);
