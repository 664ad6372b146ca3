import languages from 'virtual:messages/push';
import { hear } from '../catalogues.ts';

await hear(languages);
