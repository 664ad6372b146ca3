import languages from 'virtual:messages/reviews';
import { hear } from '../catalogues.ts';

await hear(languages);
