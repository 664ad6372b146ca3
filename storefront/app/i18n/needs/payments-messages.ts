import languages from 'virtual:messages/payments';
import { hear } from '../catalogues.ts';

await hear(languages);
