import languages from 'virtual:messages/orders';
import { hear } from '../catalogues.ts';

await hear(languages);
